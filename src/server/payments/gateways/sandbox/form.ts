import { type Paisa, readRupees } from '#domain/money.ts'

/** Undefined for anything but a posted form. Any origin may post, as to a real gateway: the payment page sends none. */
export async function readForm(request: Request): Promise<Record<string, string> | undefined> {
  if (request.method !== 'POST') return undefined
  try {
    const form = await request.formData()
    return Object.fromEntries([...form].filter((field): field is [string, string] => typeof field[1] === 'string'))
  } catch {
    return undefined
  }
}

export type Form = Readonly<Record<string, string>>

/** The amount fields of a form in paisa; undefined unless the last one is the sum of the others. */
export function readTotal(form: Form, fields: readonly string[]): Paisa | undefined {
  const amounts = fields.map((name) => readRupees(form[name] ?? ''))
  const total = amounts.pop()
  const parts = amounts.reduce<number>((sum, amount) => sum + (amount ?? Number.NaN), 0)
  return total && parts === total ? total : undefined
}

export const isUuid = (text: string): boolean => /^[A-Za-z0-9-]{1,100}$/.test(text)

export const isOnSite = (siteUrl: string, url: string | undefined): boolean =>
  URL.canParse(url ?? '') && new URL(url ?? '').origin === new URL(siteUrl).origin
