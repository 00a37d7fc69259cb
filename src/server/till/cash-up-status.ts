import { ZERO } from '#domain/money.ts'
import { type CashUpStatus, calculateExpected, getCashUpStatus, type TillAmounts } from '#domain/till.ts'
import type { CashUp } from '../db/schema.ts'
import type { Movement } from './movements.ts'

export const parseTill = ({ expected, counted }: Pick<CashUp, 'expected' | 'counted'>) => ({
  expected: JSON.parse(expected) as TillAmounts,
  counted: JSON.parse(counted) as TillAmounts,
})

export function getStatus(cashUp: CashUp | undefined, movements: readonly Movement[]): CashUpStatus {
  if (!cashUp) return getCashUpStatus(undefined, calculateExpected(ZERO, movements))
  const { signed_at, approved_by, opening } = cashUp
  const stored = { ...parseTill(cashUp), isSigned: signed_at !== null, isApproved: approved_by !== null }
  return getCashUpStatus(stored, calculateExpected(opening, movements))
}
