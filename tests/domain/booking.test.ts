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
  isOpenBooking,
  listSpellings,
  MAX_HOLD_EXTENSIONS,
  matchesSearch,
  parseSearchTerms,
  toSearchText,
} from '#domain/booking.ts'
import type { IsoDate } from '#domain/calendar.ts'
import { ROLES } from '#domain/staff.ts'
import { assertProperty } from '../support/property.ts'

/** Repeats the transitions of the code, so that a change there needs one here. */
const LISTED: Readonly<Record<BookingState, readonly BookingState[]>> = {
  held: ['confirmed', 'pending_verification', 'cancelled', 'expired'],
  pending_verification: ['confirmed', 'cancelled', 'expired', 'needs_decision'],
  confirmed: ['cancelled'],
  expired: ['confirmed', 'needs_decision'],
  cancelled: ['confirmed', 'needs_decision'],
  needs_decision: ['confirmed', 'cancelled'],
}

describe('a booking', () => {
  test('makes only the listed transitions', () => {
    for (const from of BOOKING_STATES)
      for (const to of BOOKING_STATES)
        expect(canTransition(from, to), `${from} to ${to}`).toBe(LISTED[from].includes(to))
  })

  test('is never held again, and leaves `confirmed` only by cancellation', () => {
    assertProperty(fc.array(fc.constantFrom(...BOOKING_STATES)), (targets) => {
      let state: BookingState = 'held'
      for (const to of targets) {
        if (!canTransition(state, to)) continue
        if (state === 'confirmed') expect(to).toBe('cancelled')
        expect(to).not.toBe('held')
        state = to
      }
    })
  })

  test('holds seats while held, in verification and confirmed', () => {
    expect(BOOKING_STATES.filter(holdsSeats)).toEqual(['held', 'pending_verification', 'confirmed'])
    expect(BOOKING_STATES.filter(isOpenBooking)).toEqual(['held', 'pending_verification'])
  })

  test('holds its seats for a payment attempt, for a day at most and never past closing', () => {
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

  test('holds the seats of a transfer until closing time at the latest', () => {
    expect(holdUntilForTransfer({ expiresAt: 30, closesAt: 100 }, 60, 10)).toBe(70)
    expect(holdUntilForTransfer({ expiresAt: 30, closesAt: 50 }, 60, 10)).toBe(50)
    expect(holdUntilForTransfer({ expiresAt: 90, closesAt: 100 }, 60, 10)).toBe(90)
  })

  test('extends a hold three times, until closing time at the latest', () => {
    expect(MAX_HOLD_EXTENSIONS).toBe(3)
    expect(holdUntilAfterExtension({ expiresAt: 30, closesAt: 100 }, 60)).toBe(90)
    expect(holdUntilAfterExtension({ expiresAt: 90, closesAt: 100 }, 60)).toBe(100)
    expect(holdUntilAfterExtension({ expiresAt: 100, closesAt: 100 }, 60)).toBeUndefined()
  })

  test('starts after its first day or on arrival, and is then moved by managers only', () => {
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

  test('has a label in every state', () => {
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

test('parseSearchTerms and toSearchText normalise words, five terms at most', () => {
  expect(toSearchText('Nisha', 'KARKI', 'nisha@hamroyatra.example')).toBe('nisha karki nisha@hamroyatra.example')
  expect(toSearchText('Ｎｉｓｈａ')).toBe('nisha')
  expect(parseSearchTerms('  Karki\tnisha ')).toEqual(['karki', 'nisha'])
  expect(parseSearchTerms('')).toEqual([])
  expect(parseSearchTerms('a b c d e f')).toHaveLength(5)
})

const searchText = (phone: string) => toSearchText('Nisha Karki', '', phone, 'BK-1795360731578-X3XH')

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
])('matchesSearch of %s finds the phone number %s', (typed, phone) => {
  expect(matchesSearch(searchText(phone), typed)).toBe(true)
})

test.each(['01-45', '984-1234507', 'rai 01-44', '4412345-0'])('matchesSearch of %s finds no other number', (typed) => {
  expect(matchesSearch(searchText('+97714412345'), typed)).toBe(false)
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
])('listSpellings("%s") returns only the word', (word) => expect(listSpellings(word)).toEqual([word]))

test('matchesSearch also finds the text as typed', () => {
  expect(listSpellings('01-44')).toEqual(['01-44', '144'])
  expect(listSpellings('२४')).toEqual(['२४', '24'])
  expect(matchesSearch(toSearchText('Studio 01-44'), '01-44')).toBe(true)
  expect(matchesSearch(toSearchText('स्टुडियो २४'), '२४')).toBe(true)
})

describe('a booking reference', () => {
  test('is BK, milliseconds and four letters or digits', () => {
    expect(bookingReference(1_795_000_000_000, [0, 8, 30, 31])).toBe('BK-1795000000000-2AYZ')
  })

  test('has no letter or digit that is mistaken for another', () => {
    const draws = fc.array(fc.integer({ min: 0, max: 31 }), { minLength: 4, maxLength: 4 })
    assertProperty(fc.integer({ min: 1_000_000_000_000, max: 9_999_999_999_999 }), draws, (instant, random) => {
      const reference = bookingReference(instant, Uint8Array.from(random))
      expect(reference).toMatch(/^BK-\d{13}-[2-9A-HJ-NP-Z]{4}$/)
    })
  })
})
