import { expect, test } from 'vitest'
import type { IsoDate } from '#domain/calendar.ts'
import {
  calculateCancellationRefund,
  calculateFreeCancellationEnd,
  isWithinGuarantee,
  retainPassedCancellationEnd,
} from '#domain/cancellation.ts'
import { paisa } from '#domain/money.ts'
import { getCatalogue } from '#server/catalogue.ts'

const kausimaa = getCatalogue().locations.find(({ id }) => id === 'kausimaa')
const day = (text: string) => text as IsoDate

test('a cancellation is free until 24 hours before the first day opens, to the millisecond', () => {
  if (!kausimaa) throw new Error('Kausimaa is gone')
  // It opens at 10:00 in Kathmandu.
  const until = calculateFreeCancellationEnd(kausimaa, day('2026-12-10'))
  expect(new Date(until).toISOString()).toBe('2026-12-09T04:15:00.000Z')
  const kept = paisa(984_250)
  expect(calculateCancellationRefund(kept, until, until)).toBe(984_250)
  expect(calculateCancellationRefund(kept, until, until + 1)).toBe(0)
})

test('a limit that has passed is kept by a move, one that is to come goes with the days, to the millisecond', () => {
  const until = Date.parse('2026-12-09T04:15:00.000Z')
  expect(retainPassedCancellationEnd(until, until)).toBeUndefined()
  expect(retainPassedCancellationEnd(until, until + 1)).toBe(until)
})

test('the guarantee runs for thirty days from the first one on', () => {
  expect(isWithinGuarantee(day('2026-12-01'), day('2026-12-30'))).toBe(true)
  expect(isWithinGuarantee(day('2026-12-01'), day('2026-12-31'))).toBe(false)
})
