import fc from 'fast-check'
import { type BookingDraft, EMPTY_DRAFT } from '#domain/booking-draft.ts'
import { type ClockTime, type IsoDate, parseClockTime, parseIsoDate, WEEKDAYS } from '#domain/calendar.ts'
import type { Catalogue } from '#domain/catalogue.ts'
import type { LocationId, OpeningHours } from '#domain/location.ts'
import { paisa } from '#domain/money.ts'
import { pricesAt } from '#domain/price.ts'
import type { Sales } from '#domain/same-day.ts'

export const GENERIC_PRICES = pricesAt([], 'dhobighat-hub')

/** Throws if the text is not a date. */
export function day(text: string): IsoDate {
  const date = parseIsoDate(text)
  if (!date) throw new Error(`${text} is no date`)
  return date
}

export function time(text: string): ClockTime {
  const clock = parseClockTime(text)
  if (!clock) throw new Error(`${text} is no time`)
  return clock
}

export const anyTime = fc
  .integer({ min: 0, max: 1_439 })
  .map((minutes) => time(new Date(minutes * 60_000).toISOString().slice(11, 16)))

export function hours(weekdays: [string, string], weekends: [string, string]): OpeningHours {
  return Object.fromEntries(
    WEEKDAYS.map((name) => {
      const [open, close] = name === 'saturday' || name === 'sunday' ? weekends : weekdays
      return [name, { open: time(open), close: time(close) }]
    }),
  ) as OpeningHours
}

function location(id: LocationId, name: string, capacity: number, status: string, openingHours: OpeningHours) {
  return { id, name, capacity, available: status === 'Available', status, openingHours }
}

/** Repeated here so that an edit of the content cannot change the rules under test. */
export const business: Catalogue = {
  locations: [
    location('dhobighat-hub', 'Dhobighat Hub', 30, 'Available', hours(['06:00', '22:00'], ['08:00', '20:00'])),
    location('kausimaa', 'Kausimaa', 40, 'Available', hours(['10:00', '18:00'], ['10:00', '18:00'])),
    location('jhamsikhel-loft', 'Jhamsikhel Loft', 80, 'Reserved', hours(['07:00', '21:00'], ['09:00', '19:00'])),
  ],
  plans: [
    { id: 'explorer', name: 'Explorer', available: true, status: 'Available' },
    { id: 'professional', name: 'Professional', available: true, status: 'Available' },
    { id: 'enterprise', name: 'Enterprise', available: true, status: 'Available' },
    { id: 'private-office', name: 'Private Office', available: false, status: 'Reserved' },
  ],
  addOns: [
    { id: 'meeting-room-hours', name: 'Meeting-room hours', price: paisa(80_000), per: 'hour' },
    { id: 'guest-passes', name: 'Guest passes', price: paisa(30_000), per: 'guest_day' },
    { id: 'virtual-office', name: 'Virtual office', price: paisa(300_000), per: 'month' },
    { id: 'mail-handling', name: 'Mail handling', price: paisa(200_000), per: 'month' },
  ],
  prices: [
    { locationId: 'dhobighat-hub', locationName: 'Dhobighat Hub', prices: GENERIC_PRICES },
    {
      locationId: 'kausimaa',
      locationName: 'Kausimaa',
      prices: {
        explorer: { daily: paisa(40_000) },
        professional: { weekly: paisa(200_000), monthly: paisa(800_000), annual: paisa(8_640_000) },
        enterprise: { monthly: paisa(800_000), annual: paisa(8_640_000) },
        'private-office': { weekly: paisa(200_000), monthly: paisa(800_000), annual: paisa(8_640_000) },
      },
    },
  ],
}

/** A Wednesday. */
export const TODAY = day('2026-12-09')
/** Every location still sells today. */
export const SALES: Sales = { today: TODAY, ended: [] }

export const complete: BookingDraft = {
  ...EMPTY_DRAFT,
  locationId: 'dhobighat-hub',
  planId: 'professional',
  startDate: day('2026-12-10'),
  contactInfo: {
    firstName: 'Nisha',
    lastName: 'Karki',
    email: 'nisha@hamroyatra.example',
    phone: '984-1234567',
    company: '',
    pan: '',
  },
}
