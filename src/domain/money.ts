import { formatMoney } from './currency.ts'

/** Money is whole paisa (NPR × 100), branded so that rupees and bare numbers cannot be mixed in. */
export type Paisa = number & { readonly __unit: 'paisa' }

export const ZERO = 0 as Paisa

/** Throws if the amount is not a safe whole number. */
export function paisa(amount: number): Paisa {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} is not a whole number of paisa`)
  return amount as Paisa
}

export const rupees = (amount: number): Paisa => paisa(Math.round(amount * 100))

export function sum(amounts: Iterable<Paisa>): Paisa {
  let total = 0
  for (const amount of amounts) total += amount
  return paisa(total)
}

export const times = (amount: Paisa, count: number): Paisa => paisa(amount * count)

/** Share of an amount in basis points (1/100 of a percent), rounded half up; integers throughout, or it throws. */
export const share = (amount: Paisa, basisPoints: number): Paisa =>
  paisa(Math.floor(paisa(amount * basisPoints + 5_000) / 10_000))

/** Returns `NPR 9,500`, joined by a no-break space, or `−NPR 9,500`. */
export const npr = (amount: Paisa): string => formatMoney(amount, 'NPR').replace('-', '−')

/** The number alone, for places that set `NPR` smaller than the amount. */
export const formatAmount = (amount: Paisa): string => npr(amount).replace(/^(−?)NPR\s/, '$1')

/** Rupees as decimal text for gateways and bank QR codes: `1500.00`. */
export function toDecimalRupees(amount: Paisa): string {
  const digits = String(Math.abs(amount)).padStart(3, '0')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Reads rupees from gateway text (`1,000.0`, `1500`); undefined if it is not exact paisa. */
export function readRupees(text: string): Paisa | undefined {
  const match = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(text.trim().replaceAll(',', ''))
  if (!match) return undefined
  return paisa(Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')))
}
