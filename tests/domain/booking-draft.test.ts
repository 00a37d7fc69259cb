import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type BookingDetails,
  type BookingDraft,
  changedDetailsProblems,
  clampHours,
  DEFAULT_END,
  DEFAULT_START,
  type DraftField,
  draftProblems,
  EMPTY_DRAFT,
  getProblemsInStep,
  getStepForField,
  MAX_COUNTER,
  nextStep,
  normaliseDetails,
  previousStep,
  readDraft,
  STEPS,
} from '#domain/booking-draft.ts'
import { addDays } from '#domain/calendar.ts'
import { assertProperty } from '../support/property.ts'
import { anyTime, business, complete, day, hours, SALES, TODAY, time } from './business.ts'

const problems = (more: Partial<BookingDraft>) => draftProblems({ ...complete, ...more }, business, SALES)
const contact = (more: Partial<BookingDraft['contactInfo']>) => ({ contactInfo: { ...complete.contactInfo, ...more } })

test('EMPTY_DRAFT has no choices and the default hours', () => {
  expect([DEFAULT_START, DEFAULT_END]).toEqual(['09:00', '17:00'])
  expect(EMPTY_DRAFT).toEqual({
    locationId: '',
    planId: '',
    billing: 'monthly',
    seats: 1,
    startDate: '',
    endDate: '',
    startTime: '09:00',
    endTime: '17:00',
    addOns: [],
    meetingRoomHours: 0,
    guestPasses: 0,
    notes: '',
    contactInfo: { firstName: '', lastName: '', email: '', phone: '', company: '', pan: '' },
  })
})

describe('steps of the booking form', () => {
  test('are four, with next below 4 and back above 1', () => {
    expect(STEPS).toEqual([1, 2, 3, 4])
    expect(STEPS.map(nextStep)).toEqual([2, 3, 4, 4])
    expect(STEPS.map(previousStep)).toEqual([1, 1, 2, 3])
  })

  test('report the missing fields of an empty draft', () => {
    const lacking = draftProblems(EMPTY_DRAFT, business, SALES)
    expect(getProblemsInStep(1, lacking)).toEqual({ locationId: 'missing', planId: 'missing' })
    expect(getProblemsInStep(2, lacking)).toEqual({ startDate: 'missing' })
    expect(getProblemsInStep(3, lacking)).toEqual({})
    expect(getProblemsInStep(4, lacking)).toEqual({
      firstName: 'missing',
      lastName: 'missing',
      email: 'missing',
      phone: 'missing',
    })
  })

  test('contain every field once', () => {
    const fields: readonly (readonly DraftField[])[] = [
      ['locationId', 'planId', 'seats'],
      ['billing', 'startDate', 'endDate', 'startTime', 'endTime'],
      ['addOns', 'meetingRoomHours', 'guestPasses', 'notes'],
      ['firstName', 'lastName', 'email', 'phone', 'company', 'pan'],
    ]
    expect(fields.map((step) => [...new Set(step.map(getStepForField))])).toEqual([[1], [2], [3], [4]])
  })

  test('report nothing for a complete draft', () => {
    expect(draftProblems(complete, business, SALES)).toEqual({})
  })
})

describe('draftProblems', () => {
  const kausimaa = { locationId: 'kausimaa', startTime: time('10:00') } as const
  const pass = { planId: 'explorer', seats: 2 } as const
  const saturday = { startDate: day('2026-12-12') }

  test.each<[string, Partial<BookingDraft>, object]>([
    ['the reserved loft', { locationId: 'jhamsikhel-loft' }, { locationId: 'unavailable' }],
    ['a location that is not on offer', { locationId: 'baluwatar-studios' }, { locationId: 'unknown' }],
    ['the reserved Private Office', { planId: 'private-office' }, { planId: 'unavailable' }],
    [
      'a period that is not sold there',
      { ...kausimaa, planId: 'enterprise', billing: 'weekly' },
      { billing: 'not_sold' },
    ],
    ['yesterday', { startDate: day('2026-12-08') }, { startDate: 'start_in_past' }],
    ['more than a year ahead', { startDate: day('2027-12-10') }, { startDate: 'start_too_far' }],
    ['an end before the start', { endDate: day('2026-12-09') }, { endDate: 'end_before_start' }],
    ['more than 366 days', { endDate: day('2027-12-10') }, { endDate: 'too_long' }],
    ['a start before opening', { startTime: time('05:30') }, { startTime: 'outside_hours' }],
    ['a start at closing time', { startTime: time('22:00'), endTime: time('22:00') }, { startTime: 'outside_hours' }],
    ['an end after closing', { endTime: time('22:30') }, { endTime: 'outside_hours' }],
    ['an end at the start', { startTime: time('12:00'), endTime: time('12:00') }, { endTime: 'ends_before_it_starts' }],
    ['the default day where it opens later', { locationId: 'kausimaa' }, { startTime: 'outside_hours' }],
    ['half an hour of a meeting room', { meetingRoomHours: 0.5 }, { meetingRoomHours: 'not_a_count' }],
    ['a negative number of guests', { guestPasses: -1 }, { guestPasses: 'not_a_count' }],
    ['a number of guests that is not a number', { guestPasses: Number.NaN }, { guestPasses: 'not_a_count' }],
    ['guests beyond exact sums', { guestPasses: MAX_COUNTER + 1 }, { guestPasses: 'not_a_count' }],
    ['more hours than 2 for each day', { meetingRoomHours: 63 }, { meetingRoomHours: 'too_many_hours' }],
    ['no seats', { seats: 0 }, { seats: 'not_a_seat_count' }],
    ['half a seat', { seats: 1.5 }, { seats: 'not_a_seat_count' }],
    ['21 seats', { seats: 21 }, { seats: 'too_many_seats' }],
    ['more guests than seats of a day pass', { ...pass, guestPasses: 3 }, { guestPasses: 'too_many_guests' }],
    // From 10 December 2026 a month has 31 days.
    ['more guest days than seats and days allow', { guestPasses: 63 }, { guestPasses: 'too_many_guest_days' }],
    ['more guest days than those of 3 seats', { seats: 3, guestPasses: 187 }, { guestPasses: 'too_many_guest_days' }],
    ['an add-on twice', { addOns: ['mail-handling', 'mail-handling'] }, { addOns: 'twice' }],
    ['a start before opening on a Saturday', { ...saturday, startTime: time('07:00') }, { startTime: 'outside_hours' }],
    ['notes of 2,001 characters', { notes: 'a'.repeat(2_001) }, { notes: 'text_too_long' }],
    ['blank names', contact({ firstName: ' ', lastName: '\t' }), { firstName: 'missing', lastName: 'missing' }],
    ['a blank email address', contact({ email: ' ' }), { email: 'missing' }],
    ['no email address', contact({ email: 'nisha@hamroyatra' }), { email: 'not_an_email' }],
    ['no phone number', contact({ phone: 'at home' }), { phone: 'not_a_phone' }],
    ['six digits', contact({ phone: '123456' }), { phone: 'not_a_phone' }],
    ['a blank phone number', contact({ phone: ' ' }), { phone: 'missing' }],
    ['a first name of 121 characters', contact({ firstName: 'a'.repeat(121) }), { firstName: 'text_too_long' }],
    ['a company of 121 characters', contact({ company: 'b'.repeat(121) }), { company: 'text_too_long' }],
    ['a PAN of eight digits', contact({ pan: '60123456' }), { pan: 'not_a_pan' }],
    ['a PAN with letters', contact({ pan: '60123456A' }), { pan: 'not_a_pan' }],
  ])('rejects %s', (_, more, expected) => expect(problems(more)).toEqual(expected))

  test.each<[string, Partial<BookingDraft>]>([
    ['today', { startDate: TODAY }],
    ['the start day as the end', { endDate: day('2026-12-10') }],
    ['an end that a day pass ignores', { planId: 'explorer', endDate: day('2026-12-01') }],
    ['hours that a day pass ignores', { planId: 'explorer', startTime: time('03:00') }],
    ['the whole opening time', { startTime: time('06:00'), endTime: time('22:00') }],
    ['the whole opening time of a Saturday', { ...saturday, startTime: time('08:00'), endTime: time('20:00') }],
    ['20 seats', { seats: 20 }],
    ['a guest for each seat of a day pass', { ...pass, guestPasses: 2 }],
    ['2 guests for each seat and day', { guestPasses: 62 }],
    ['2 guests for each of 3 seats and day', { seats: 3, guestPasses: 186 }],
    ['2 hours for each day', { meetingRoomHours: 62 }],
    ['hours of a day pass without a bound', { planId: 'explorer', meetingRoomHours: MAX_COUNTER }],
    ['notes of 2,000 characters', { notes: 'a'.repeat(2_000) }],
    ['names of 120 characters', contact({ firstName: 'a'.repeat(120), lastName: 'b'.repeat(120) })],
    ['a company of 120 characters', contact({ company: 'c'.repeat(120) })],
    ['a PAN with spaces and hyphens', contact({ pan: ' 601-234 567 ' })],
    ['a PAN in Devanagari digits', contact({ pan: '६०१२३४५६७' })],
    ['spaces around an email address, and no company', contact({ email: ' nisha@hamroyatra.example ', company: '' })],
  ])('accepts %s', (_, more) => expect(problems(more)).toEqual({}))
})

describe('clampHours', () => {
  test.each([
    ['06:00', '22:00', '09:00', '17:00', '09:00', '17:00'],
    ['10:00', '18:00', '09:00', '17:00', '10:00', '17:00'],
    ['10:00', '16:00', '09:00', '17:00', '10:00', '16:00'],
    ['18:00', '22:00', '09:00', '17:00', '18:00', '22:00'],
    ['06:00', '09:00', '09:00', '17:00', '06:00', '09:00'],
    ['08:00', '20:00', '12:00', '10:00', '12:00', '20:00'],
    ['08:00', '20:00', '12:00', '12:00', '12:00', '20:00'],
  ])('limits hours to the opening hours %s–%s: %s–%s become %s–%s', (open, close, startTime, endTime, start, end) => {
    const location = { openingHours: hours([open, close], [open, close]) }
    const clamped = clampHours({ startTime: time(startTime), endTime: time(endTime) }, location, TODAY)
    expect(clamped).toEqual({ startTime: start, endTime: end })
  })

  test('always returns valid hours', () => {
    const open = fc.constantFrom(...business.locations.filter(({ available }) => available))
    const days = fc.integer({ min: 0, max: 365 }).map((ahead) => addDays(TODAY, ahead))
    assertProperty(anyTime, anyTime, days, open, (startTime, endTime, startDate, location) => {
      const clamped = clampHours({ startTime, endTime }, location, startDate)
      expect(problems({ locationId: location.id, startDate, ...clamped })).toEqual({})
    })
  })
})

describe('a stored draft', () => {
  test('is read back unchanged', () => {
    const draft: BookingDraft = {
      ...complete,
      seats: 5,
      addOns: ['virtual-office'],
      guestPasses: 2,
      notes: 'By the window',
    }
    expect(readDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft)
  })

  test('is read with its readable fields only', () => {
    expect(
      readDraft({
        locationId: 'kausimaa-coworking',
        planId: 'hot-desk',
        billing: 'daily',
        seats: 0,
        startDate: '2026-02-30',
        endTime: '25:00',
        addOns: ['mail-handling', 'gold', 'virtual-office', 'mail-handling'],
        meetingRoomHours: '3',
        guestPasses: -1,
        notes: 7,
        contactInfo: { firstName: 'Nisha', phone: null },
        totalAmount: 1,
        currency: 'USD',
      }),
    ).toEqual({
      ...EMPTY_DRAFT,
      locationId: 'kausimaa',
      planId: 'professional',
      addOns: ['virtual-office', 'mail-handling'],
      contactInfo: { firstName: 'Nisha', lastName: '', email: '', phone: '', company: '', pan: '' },
    })
  })

  test('may be any value', () => {
    const nearly = fc.record(
      Object.fromEntries([...Object.keys(EMPTY_DRAFT), 'totalAmount'].map((key) => [key, fc.anything()])),
      { requiredKeys: [] },
    )
    assertProperty(fc.oneof(fc.anything(), nearly), (stored) => {
      const draft = readDraft(stored)
      expect(Object.keys(draft)).toEqual(Object.keys(EMPTY_DRAFT))
      expect(readDraft(draft)).toEqual(draft)
      draftProblems(draft, business, SALES)
    })
    for (const nothing of [undefined, null, 0, '', [], 'garbage']) expect(readDraft(nothing)).toEqual(EMPTY_DRAFT)
  })
})

describe('changed details', () => {
  const before: BookingDetails = { phone: '+9779841234567', company: '', pan: '', notes: '' }
  const problemsOf = (changes: Partial<BookingDetails>, from = before) =>
    changedDetailsProblems(from, normaliseDetails({ ...from, ...changes }))

  test('are checked by the rules of a draft', () => {
    expect(problemsOf({ phone: '98 4111-1111', company: 'Sagarmatha', notes: 'x'.repeat(2_000) })).toEqual({})
    expect(problemsOf({ phone: '' })).toEqual({ phone: 'missing' })
    expect(problemsOf({ pan: '601 234 567' })).toEqual({})
    expect(problemsOf({ pan: '12345678' })).toEqual({ pan: 'not_a_pan' })
    expect(problemsOf({ phone: '123' })).toEqual({ phone: 'not_a_phone' })
    expect(problemsOf({ company: 'x'.repeat(121), notes: 'x'.repeat(2_001) })).toEqual({
      company: 'text_too_long',
      notes: 'text_too_long',
    })
  })

  test('may leave a value that staff have saved', () => {
    expect(problemsOf({ notes: 'By the window' }, { ...before, phone: '', company: 'x'.repeat(150) })).toEqual({})
  })
})
