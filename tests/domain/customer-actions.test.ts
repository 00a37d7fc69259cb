import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BOOKING_STATES, canTransition } from '#domain/booking.ts'
import { addDays, daysBetween, kathmanduInstant } from '#domain/calendar.ts'
import {
  findMoveProblem,
  getCancellationEffect,
  getMoveWindow,
  isCustomerActionAllowed,
  MAX_CUSTOMER_MOVES,
} from '#domain/customer-actions.ts'
import { assertProperty } from '../support/property.ts'
import { day, SALES, TODAY } from './business.ts'

const OPEN = ['held', 'pending_verification', 'confirmed', 'needs_decision']

test.each<[Parameters<typeof isCustomerActionAllowed>[0], string[]]>([
  ['cancel', OPEN],
  ['move', ['confirmed']],
  ['renew', ['confirmed']],
  ['details', OPEN],
  ['resend', ['confirmed']],
  ['calendar', ['confirmed']],
])('isCustomerActionAllowed allows %s in the states %j', (action, states) => {
  expect(BOOKING_STATES.filter((state) => isCustomerActionAllowed(action, state))).toEqual(states)
})

test('isCustomerActionAllowed allows to cancel only what can become cancelled', () => {
  const cancellable = BOOKING_STATES.filter((state) => isCustomerActionAllowed('cancel', state))
  expect(cancellable.filter((state) => !canTransition(state, 'cancelled'))).toEqual([])
})

describe('getCancellationEffect', () => {
  const effect = (startDate: string, endDate: string, over: object = {}) =>
    getCancellationEffect(
      {
        ...{ state: 'confirmed', startDate: day(startDate), endDate: day(endDate), isShortened: false },
        ...{ hasArrived: false, isClosedDayPass: false, ...over },
      },
      TODAY,
    )

  test('cancels a booking as a whole before its first day, and an unused single day', () => {
    expect(effect('2026-12-10', '2027-01-09')).toBe('whole')
    expect(effect('2026-12-09', '2026-12-09')).toBe('whole')
  })

  test('releases the days from tomorrow once the booking has started', () => {
    expect(effect('2026-12-09', '2027-01-08')).toBe('from_tomorrow')
    expect(effect('2026-12-08', '2027-01-07')).toBe('from_tomorrow')
    expect(effect('2026-12-08', '2026-12-10')).toBe('from_tomorrow')
    expect(effect('2026-12-09', '2027-01-08', { hasArrived: true })).toBe('from_tomorrow')
  })

  test('is not possible when no day is left', () => {
    expect(effect('2026-11-10', '2026-12-09')).toBeUndefined()
    expect(effect('2026-12-09', '2026-12-09', { hasArrived: true })).toBeUndefined()
    expect(effect('2026-11-09', '2026-12-08')).toBeUndefined()
  })

  test('keeps the last day of a booking that was ended early, also if it is its first day', () => {
    expect(effect('2026-12-09', '2026-12-09', { isShortened: true })).toBeUndefined()
    expect(effect('2026-12-08', '2026-12-09', { isShortened: true })).toBeUndefined()
  })

  test('cancels a booking that is not confirmed as a whole until its last day', () => {
    for (const state of ['held', 'pending_verification', 'needs_decision']) {
      expect(effect('2026-12-08', '2026-12-09', { state })).toBe('whole')
      expect(effect('2026-12-07', '2026-12-08', { state })).toBeUndefined()
    }
  })

  test('is not possible for a booking that has ended', () => {
    for (const state of ['cancelled', 'expired']) expect(effect('2026-12-10', '2027-01-09', { state })).toBeUndefined()
  })

  test('cancels a day pass for a closed day as a whole, also afterwards, unless it has ended', () => {
    const pass = { isClosedDayPass: true }
    expect(effect('2026-12-10', '2026-12-10', pass)).toBe('whole')
    expect(effect('2026-12-09', '2026-12-09', pass)).toBe('whole')
    expect(effect('2026-11-09', '2026-11-09', pass)).toBe('whole')
    expect(effect('2026-11-09', '2026-11-09', { ...pass, state: 'cancelled' })).toBeUndefined()
  })

  test('always leaves a day to release', () => {
    const days = fc.integer({ min: -40, max: 40 })
    assertProperty(
      fc.constantFrom(...BOOKING_STATES),
      days,
      fc.nat(40),
      fc.boolean(),
      fc.boolean(),
      (state, start, length, isShortened, arrived) => {
        const startDate = addDays(TODAY, start)
        const endDate = addDays(startDate, length)
        const booking = { state, startDate, endDate, isShortened, hasArrived: arrived, isClosedDayPass: false }
        const chosen = getCancellationEffect(booking, TODAY)
        if (chosen === 'from_tomorrow') expect(endDate > TODAY).toBe(true)
        if (chosen === 'whole') expect(endDate >= TODAY).toBe(true)
        // Days that may have been used are not released.
        if (chosen === 'whole' && state === 'confirmed') expect(startDate >= TODAY && !arrived).toBe(true)
      },
    )
  })
})

describe('findMoveProblem', () => {
  const freeUntil = kathmanduInstant(TODAY)
  const booking = {
    state: 'confirmed',
    customerMoves: 0,
    isRenewed: false,
    isRefunded: false,
    isClosedDayPass: false,
    freeUntil,
  } as const

  test('allows two moves until free cancellation ends', () => {
    expect(MAX_CUSTOMER_MOVES).toBe(2)
    expect(findMoveProblem(booking, freeUntil)).toBeUndefined()
    expect(findMoveProblem(booking, freeUntil + 1)).toBe('too_late')
    expect(findMoveProblem({ ...booking, customerMoves: 1 }, freeUntil)).toBeUndefined()
    expect(findMoveProblem({ ...booking, customerMoves: 2 }, freeUntil)).toBe('no_moves_left')
  })

  test('allows any number of moves of a day pass for a closed day, until its limit', () => {
    const pass = { ...booking, isClosedDayPass: true, customerMoves: 5 }
    expect(findMoveProblem(pass, freeUntil)).toBeUndefined()
    expect(findMoveProblem(pass, freeUntil + 1)).toBe('too_late')
    expect(findMoveProblem({ ...pass, state: 'cancelled' }, freeUntil)).toBe('wrong_state')
  })

  test('rejects a renewed or refunded booking and every other state', () => {
    expect(findMoveProblem({ ...booking, isRenewed: true }, freeUntil)).toBe('renewed')
    expect(findMoveProblem({ ...booking, isRefunded: true }, freeUntil)).toBe('refunded')
    const movable = BOOKING_STATES.filter(
      (state) => findMoveProblem({ ...booking, state }, freeUntil) !== 'wrong_state',
    )
    expect(movable).toEqual(['confirmed'])
  })

  test('never offers a move after the limit, nor a third one', () => {
    const states = fc.constantFrom(...BOOKING_STATES)
    assertProperty(states, fc.nat(4), fc.integer({ min: -1_000, max: 1_000 }), (state, customerMoves, late) => {
      if (findMoveProblem({ ...booking, state, customerMoves }, freeUntil + late)) return
      expect(late).toBeLessThanOrEqual(0)
      expect(customerMoves).toBeLessThan(2)
    })
  })
})

describe('getMoveWindow', () => {
  test.each([
    ['2027-03-10', '2027-01-09', '2027-05-09'],
    // From today.
    ['2026-12-20', '2026-12-09', '2027-02-18'],
    ['2026-10-10', '2026-12-09', '2026-12-09'],
    // At most 365 days ahead.
    ['2027-12-01', '2027-10-02', '2027-12-09'],
  ])('of a booking that first started on %s is %s to %s', (firstStart, from, to) => {
    expect(getMoveWindow(day(firstStart), 'kausimaa', SALES)).toEqual({ from, to })
  })

  test('is undefined when all days have passed', () => {
    expect(getMoveWindow(day('2026-10-09'), 'kausimaa', SALES)).toBeUndefined()
  })

  test('starts tomorrow once sales of the location have ended', () => {
    const sales = { today: TODAY, ended: ['kausimaa'] }
    expect(getMoveWindow(day('2026-12-20'), 'kausimaa', sales)?.from).toBe('2026-12-10')
    expect(getMoveWindow(day('2026-12-20'), 'dhobighat-hub', sales)?.from).toBe('2026-12-09')
    expect(getMoveWindow(day('2026-10-10'), 'kausimaa', sales)).toBeUndefined()
  })

  test('lies within 60 days of the first start, from today to a year ahead', () => {
    assertProperty(fc.integer({ min: -200, max: 500 }), (days) => {
      const firstStart = addDays(TODAY, days)
      const window = getMoveWindow(firstStart, 'kausimaa', SALES)
      expect(window !== undefined).toBe(days >= -60 && days <= 425)
      if (!window) return
      expect(window.from >= TODAY && window.from <= window.to).toBe(true)
      expect(daysBetween(window.from, firstStart)).toBeLessThanOrEqual(60)
      expect(daysBetween(firstStart, window.to)).toBeLessThanOrEqual(60)
      expect(daysBetween(TODAY, window.to)).toBeLessThanOrEqual(365)
    })
  })
})
