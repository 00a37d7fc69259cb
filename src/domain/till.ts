import { type Paisa, paisa, sum, ZERO } from './money.ts'
import { DESK_METHODS, type DeskMethod } from './payment.ts'

export const CASH_UP_LABELS = {
  open: 'Not counted',
  counted: 'Not signed',
  signed: 'Signed',
  differs: 'Difference to approve',
  changed: 'Changed after signing',
} as const satisfies Record<string, string>
export type CashUpStatus = keyof typeof CASH_UP_LABELS
export const CASH_UP_STATUSES = Object.keys(CASH_UP_LABELS) as CashUpStatus[]

export type TillAmounts = Readonly<Record<DeskMethod, Paisa>>

/** Money that one staff member took, or paid out with a negative amount. */
interface TillMovement {
  method: DeskMethod
  amount: Paisa
}

export interface CountedTill {
  expected: TillAmounts
  counted: TillAmounts
}

/** A larger difference needs a manager. */
const MAX_UNAPPROVED_DIFFERENCE = paisa(10_000)

const mapMethods = (getAmount: (method: DeskMethod) => Paisa): TillAmounts => ({
  cash: getAmount('cash'),
  counter_qr: getAmount('counter_qr'),
  card_terminal: getAmount('card_terminal'),
})

/** What one person should have by method; the opening float is cash. */
export const calculateExpected = (opening: Paisa, movements: readonly TillMovement[]): TillAmounts =>
  mapMethods((method) =>
    sum([
      method === 'cash' ? opening : ZERO,
      ...movements.filter((movement) => movement.method === method).map(({ amount }) => amount),
    ]),
  )

export const getDifferences = ({ expected, counted }: CountedTill): TillAmounts =>
  mapMethods((method) => paisa(counted[method] - expected[method]))

export const hasDifference = (till: CountedTill): boolean =>
  DESK_METHODS.some((method) => till.counted[method] !== till.expected[method])

/** Too much of one method does not make up for too little of another. */
export const sumDifferences = (till: CountedTill): Paisa =>
  sum(Object.values(getDifferences(till)).map((difference) => paisa(Math.abs(difference))))

export const needsApproval = (till: CountedTill): boolean => sumDifferences(till) > MAX_UNAPPROVED_DIFFERENCE

interface StoredCashUp extends CountedTill {
  isSigned: boolean
  isApproved: boolean
}

/** `expectedNow`: with the money that moved since it was counted. */
export function getCashUpStatus(cashUp: StoredCashUp | undefined, expectedNow: TillAmounts): CashUpStatus {
  if (!cashUp) return 'open'
  if (!cashUp.isSigned) return 'counted'
  if (hasDifference({ expected: expectedNow, counted: cashUp.expected })) return 'changed'
  return needsApproval(cashUp) && !cashUp.isApproved ? 'differs' : 'signed'
}
