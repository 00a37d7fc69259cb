import { expect, test } from 'vitest'
import { formatBookingTerms } from '#domain/booking-terms.ts'

test('the terms of a booking name the limit of a full refund, or that it has passed', () => {
  const limit = Date.parse('2026-12-21T04:15:00Z')
  expect(formatBookingTerms(limit, limit)).toBe('Full refund until 21 Dec 2026, 10:00. Paid once: it does not renew.')
  expect(formatBookingTerms(limit, limit + 1)).toBe(
    'A cancellation is no longer refunded. Paid once: it does not renew.',
  )
})
