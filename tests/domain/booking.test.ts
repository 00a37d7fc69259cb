import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  BOOKING_LABELS,
  BOOKING_STATES,
  type BookingState,
  bookingReference,
  canMoveBooking,
  canTransition,
  hasStarted,
  holdsSeats,
  holdUntilAfterExtension,
  holdUntilForAttempt,
  holdUntilForTransfer,
  isBookingReference,
  isOpenBooking,
  listSpellings,
  MAX_HOLD_EXTENSIONS,
  matchesSearch,
  parseSearchTerms,
  toSearchText,
} from '#domain/booking.ts'
import type { IsoDate } from '#domain/calendar.ts'
import { ROLES } from '#domain/staff.ts'

/** The table of the architecture, written out a second time. */
const LISTED = new Set([
  'held confirmed',
  'held pending_verification',
  'held cancelled',
  'held expired',
  'pending_verification confirmed',
  'pending_verification cancelled',
  'pending_verification expired',
  'pending_verification needs_decision',
  'confirmed cancelled',
  'expired confirmed',
  'expired needs_decision',
  'cancelled confirmed',
  'cancelled needs_decision',
  'needs_decision confirmed',
  'needs_decision cancelled',
])

describe('a booking', () => {
  test('makes the listed moves and no other', () => {
    for (const from of BOOKING_STATES) {
      for (const to of BOOKING_STATES)
        expect([from, to, canTransition(from, to)]).toEqual([from, to, LISTED.has(`${from} ${to}`)])
    }
  })

  test('is never held again, and leaves `confirmed` by cancellation alone, whatever is asked of it', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...BOOKING_STATES)), (asked) => {
        let state: BookingState = 'held'
        for (const to of asked) {
          if (!canTransition(state, to)) continue
          if (state === 'confirmed') expect(to).toBe('cancelled')
          expect(to).not.toBe('held')
          state = to
        }
      }),
    )
  })

  test('keeps its seats while held, in verification and confirmed', () => {
    expect(BOOKING_STATES.filter(holdsSeats)).toEqual(['held', 'pending_verification', 'confirmed'])
    expect(BOOKING_STATES.filter(isOpenBooking)).toEqual(['held', 'pending_verification'])
  })

  test('keeps its seats for a try to pay and the way back, for a day at most, and never until after they are gone', () => {
    const [minute, day] = [60_000, 24 * 3_600_000]
    const held = (expiresAt: number, closesAt = 9 * day) => ({ placedAt: 0, expiresAt, closesAt })
    expect(holdUntilForAttempt(held(30 * minute), 5 * minute, 0)).toBe(30 * minute)
    expect(holdUntilForAttempt(held(30 * minute), 15 * minute, minute)).toBe(31 * minute)
    expect(holdUntilForAttempt(held(day - 20 * minute), 15 * minute, day - 20 * minute)).toBe(day)
    expect(holdUntilForAttempt(held(day), 15 * minute, day - 15 * minute)).toBe(day)
    expect(holdUntilForAttempt(held(day), 15 * minute, day - 15 * minute + 1)).toBeUndefined()
    expect(holdUntilForAttempt(held(day + 15 * minute), 15 * minute, day)).toBe(day + 15 * minute)
    expect(holdUntilForAttempt(held(30 * minute, 40 * minute), 15 * minute, 20 * minute)).toBe(40 * minute)
    expect(holdUntilForAttempt(held(30 * minute, 40 * minute), 15 * minute, 26 * minute)).toBeUndefined()
  })

  test('ends an announced transfer at closing time at the latest', () => {
    expect(holdUntilForTransfer({ expiresAt: 30, closesAt: 100 }, 60, 10)).toBe(70)
    expect(holdUntilForTransfer({ expiresAt: 30, closesAt: 50 }, 60, 10)).toBe(50)
    expect(holdUntilForTransfer({ expiresAt: 90, closesAt: 100 }, 60, 10)).toBe(90)
  })

  test('extends a hold until closing time at the latest, and not a hold that ends then', () => {
    expect(holdUntilAfterExtension({ expiresAt: 30, closesAt: 100 }, 60)).toBe(90)
    expect(holdUntilAfterExtension({ expiresAt: 90, closesAt: 100 }, 60)).toBe(100)
    expect(holdUntilAfterExtension({ expiresAt: 100, closesAt: 100 }, 60)).toBeUndefined()
  })

  test('has begun after its first day, or once its customer was here, and is moved by managers then', () => {
    const today = '2026-12-10' as IsoDate
    expect(hasStarted('2026-12-09' as IsoDate, false, today)).toBe(true)
    expect(hasStarted(today, false, today)).toBe(false)
    expect(hasStarted(today, true, today)).toBe(true)
    expect(ROLES.map((role) => [canMoveBooking(role, false), canMoveBooking(role, true)])).toEqual([
      [true, false],
      [true, true],
      [true, true],
    ])
  })

  test('can be held longer three times', () => {
    expect(MAX_HOLD_EXTENSIONS).toBe(3)
  })

  test('has a word for staff in every state', () => {
    expect(BOOKING_LABELS).toEqual({
      held: 'Awaiting payment',
      pending_verification: 'Pending verification',
      confirmed: 'Confirmed',
      cancelled: 'Cancelled',
      expired: 'Expired',
      needs_decision: 'Needs a decision',
    })
  })
})

test('staff find a booking by the words of its name, address and id', () => {
  expect(toSearchText('Nisha', 'KARKI', 'nisha@hamroyatra.example')).toBe('nisha karki nisha@hamroyatra.example')
  expect(toSearchText('Ｎｉｓｈａ')).toBe('nisha')
  expect(parseSearchTerms('  Karki\tnisha ')).toEqual(['karki', 'nisha'])
  expect(parseSearchTerms('')).toEqual([])
  expect(parseSearchTerms('a b c d e f')).toHaveLength(5)
})

describe('a telephone number', () => {
  const kept = (phone: string) => toSearchText('Nisha Karki', '', phone, 'BK-1795360731578-X3XH')

  test.each([
    ['984-1234506', '+9779841234506'],
    ['984 123 4506', '+9779841234506'],
    ['09841234506', '+9779841234506'],
    ['+977-984.1234506', '+9779841234506'],
    ['00977 9841234506', '+9779841234506'],
    ['९८४१२३४५०६', '+9779841234506'],
    ['+९७७ ९८४-१२३४५०६', '+9779841234506'],
    ['01-4412345', '+97714412345'],
    ['014412345', '+97714412345'],
    ['(01) 4412345', '+97714412345'],
    ['01-44', '+97714412345'],
    ['०१-४४', '+97714412345'],
    ['karki 01-44', '+97714412345'],
    ['(0)20-7946.0958', '+442079460958 ext 5'],
  ])('is found as people write it: %s', (typed, phone) => {
    expect(matchesSearch(kept(phone), typed)).toBe(true)
  })

  test.each(['01-45', '984-1234507', 'rai 01-44', '4412345-0'])('is not found by another: %s', (typed) => {
    expect(matchesSearch(kept('+97714412345'), typed)).toBe(false)
  })

  test.each([
    'bk-1795360731578-x3xh',
    '3-d',
    '1_0',
    '100%',
    '%',
    '_',
    '-',
    '(',
    '0',
    '00',
    '4412345',
    'nisha',
    'सीता',
    '',
  ])('no other word is read in two ways: "%s"', (word) => expect(listSpellings(word)).toEqual([word]))

  test('is also found as it was typed, where that is what stands there', () => {
    expect(listSpellings('01-44')).toEqual(['01-44', '144'])
    expect(listSpellings('२४')).toEqual(['२४', '24'])
    expect(matchesSearch(toSearchText('Studio 01-44'), '01-44')).toBe(true)
    expect(matchesSearch(toSearchText('स्टुडियो २४'), '२४')).toBe(true)
  })
})

describe('a booking reference', () => {
  test('is BK, the milliseconds and four letters or digits', () => {
    expect(bookingReference(1_795_000_000_000, [0, 8, 30, 31])).toBe('BK-1795000000000-2AYZ')
  })

  test('has no letter or digit that is mistaken for another, and reads as one', () => {
    const draws = fc.array(fc.integer({ min: 0, max: 31 }), { minLength: 4, maxLength: 4 })
    fc.assert(
      fc.property(fc.integer({ min: 1_000_000_000_000, max: 9_999_999_999_999 }), draws, (instant, random) => {
        const reference = bookingReference(instant, Uint8Array.from(random))
        expect(reference).toMatch(/^BK-\d{13}-[2-9A-HJ-NP-Z]{4}$/)
        expect(isBookingReference(reference)).toBe(true)
      }),
    )
  })

  test.each([
    '',
    'BK-1',
    'BK-1795000000000',
    'bk-1795000000000-2AYZ',
    'BK-1795000000000-2AYZ ',
    "BK-1795000000000-2A'Z",
  ])('"%s" is none', (text) => {
    expect(isBookingReference(text)).toBe(false)
  })
})
