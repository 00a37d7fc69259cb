import { type ClockTime, clockTime, type IsoDate, isoDate, WEEKDAYS } from '#domain/calendar.ts'
import type { Catalogue } from '#domain/catalogue.ts'
import { type BookingDraft, EMPTY_DRAFT } from '#domain/draft.ts'
import type { OpeningHours } from '#domain/location.ts'
import { paisa } from '#domain/money.ts'
import { GENERIC_PRICES } from '#domain/price.ts'
import type { Sales } from '#domain/same-day.ts'

/** A day, or a failed test. */
export function day(text: string): IsoDate {
  const date = isoDate(text)
  if (!date) throw new Error(`${text} is no date`)
  return date
}

export function time(text: string): ClockTime {
  const clock = clockTime(text)
  if (!clock) throw new Error(`${text} is no time`)
  return clock
}

export function hours(weekdays: [string, string], weekends: [string, string]): OpeningHours {
  return Object.fromEntries(
    WEEKDAYS.map((name) => {
      const [open, close] = name === 'saturday' || name === 'sunday' ? weekends : weekdays
      return [name, { open: time(open), close: time(close) }]
    }),
  ) as OpeningHours
}

/** The business, written out here so that editing content cannot change what the rules mean. */
export const business: Catalogue = {
  locations: [
    {
      id: 'dhobighat-hub',
      name: 'Dhobighat Hub',
      capacity: 30,
      available: true,
      status: 'Available',
      openingHours: hours(['06:00', '22:00'], ['08:00', '20:00']),
    },
    {
      id: 'kausimaa',
      name: 'Kausimaa',
      capacity: 40,
      available: true,
      status: 'Available',
      openingHours: hours(['10:00', '18:00'], ['10:00', '18:00']),
    },
    {
      id: 'jhamsikhel-loft',
      name: 'Jhamsikhel Loft',
      capacity: 80,
      available: false,
      status: 'Reserved for 6 months',
      openingHours: hours(['07:00', '21:00'], ['09:00', '19:00']),
    },
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

/** A draft with nothing missing. */
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
  },
}
