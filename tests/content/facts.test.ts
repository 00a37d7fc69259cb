import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import { readList } from '#contract/content/entries.ts'
import { paymentMethodSchema } from '#contract/content/payment-method.ts'
import { membershipPlanSchema, planSchema } from '#contract/content/plan.ts'
import { addOnSchema, pricingExtraSchema } from '#contract/content/price.ts'
import {
  amenitySchema,
  benefitSchema,
  questionSchema,
  statisticSchema,
  testimonialSchema,
} from '#contract/content/words.ts'
import { ADD_ON_IDS } from '#domain/catalogue.ts'
import { LOCATION_IDS } from '#domain/location.ts'
import { npr, paisa } from '#domain/money.ts'
import { methodFee, PAYMENT_METHODS } from '#domain/payment.ts'
import { PLAN_IDS } from '#domain/plan.ts'
import { GENERIC_PRICES, pricesAt, savingPercent } from '#domain/price.ts'
import { fillPlaceholders, getPlaceholderPrices } from '#domain/shown-prices.ts'
import { getBrand, getCatalogue } from '#server/catalogue.ts'

const read = <Shape extends z.ZodType>(name: string, shape: Shape) =>
  readList(name, JSON.parse(readFileSync(join('content', `${name}.json`), 'utf8')), shape)

const { locations, plans, addOns, prices } = getCatalogue()
const membership = read('membership-plans', membershipPlanSchema)

describe('locations', () => {
  test('are the four, in their order', () => {
    expect(locations.map(({ id }) => id)).toEqual([...LOCATION_IDS])
  })

  test.each([
    ['dhobighat-hub', 30, true, 'Available', '06:00–22:00', '08:00–20:00'],
    ['kausimaa', 40, true, 'Available', '10:00–18:00', '10:00–18:00'],
    ['jhamsikhel-loft', 80, false, 'Reserved for 6 months', '07:00–21:00', '09:00–19:00'],
    ['baluwatar-studios', 24, false, 'Coming Soon', '08:00–20:00', '09:00–18:00'],
  ])('%s: %d seats, %s, %s, %s, %s', (id, capacity, available, status, weekdays, weekends) => {
    const location = locations.find((known) => known.id === id)
    expect(location).toMatchObject({ capacity, available, status })
    for (const [name, { open, close }] of Object.entries(location?.openingHours ?? {})) {
      expect(`${open}–${close}`).toBe(name === 'saturday' || name === 'sunday' ? weekends : weekdays)
    }
  })

  test('have the ratings of the notes, in their order', () => {
    expect(locations.map((location) => ('rating' in location ? location.rating : undefined))).toEqual([
      4.9,
      4.6,
      4.8,
      undefined,
    ])
  })
})

describe('prices', () => {
  test('are the default table everywhere except at Kausimaa', () => {
    for (const id of ['dhobighat-hub', 'jhamsikhel-loft', 'baluwatar-studios'] as const) {
      expect(pricesAt(prices, id)).toEqual(GENERIC_PRICES)
    }
    const periods = { weekly: 200_000, monthly: 800_000, annual: 8_640_000 }
    expect(pricesAt(prices, 'kausimaa')).toEqual({
      explorer: { daily: 40_000 },
      professional: periods,
      enterprise: periods,
      'private-office': periods,
    })
  })

  test('have a table for every location, under its name', () => {
    expect(prices.map(({ locationId, locationName }) => [locationId, locationName])).toEqual(
      locations.map(({ id, name }) => [id, name]),
    )
  })

  test('of the booking add-ons', () => {
    expect(addOns.map(({ id, price, per }) => [id, price, per])).toEqual([
      ['meeting-room-hours', 80_000, 'hour'],
      ['guest-passes', 30_000, 'guest_day'],
      ['virtual-office', 300_000, 'month'],
      ['mail-handling', 200_000, 'month'],
    ])
    expect(addOns.map(({ id }) => id)).toEqual([...ADD_ON_IDS])
    expect(read('add-ons', addOnSchema)).toHaveLength(4)
  })

  test('of the pricing page’s own add-ons', () => {
    expect(read('pricing-extras', pricingExtraSchema).map(({ name, price }) => [name, price])).toEqual([
      ['Extra meeting room hours', 80_000],
      ['Guest day passes', 30_000],
      ['Virtual office address', 600_000],
      ['Phone line', 400_000],
    ])
  })
})

describe('plans', () => {
  test('are four; Private Office is reserved, Professional the popular one', () => {
    expect(plans.map(({ id, name, available, status }) => [id, name, available, status])).toEqual([
      ['explorer', 'Explorer', true, 'Available'],
      ['professional', 'Professional', true, 'Available'],
      ['enterprise', 'Enterprise', true, 'Available'],
      ['private-office', 'Private Office', false, 'Reserved'],
    ])
    const [explorer, professional, enterprise, office] = read('plans', planSchema)
    expect([explorer, professional, enterprise, office].map((plan) => plan?.popular)).toEqual([
      false,
      true,
      false,
      false,
    ])
    expect(explorer?.promotion).toBe('Promotional price — limited time only')
  })

  test('include printing, meeting hours, guest passes and hours as published', () => {
    const said = Object.fromEntries(read('plans', planSchema).map(({ id, features }) => [id, features.join('; ')]))
    expect(said.explorer).toContain('10 printed pages')
    expect(said.professional).toContain('100 printed pages')
    expect(said.professional).toContain('8 meeting-room hours per month')
    expect(said.professional).toContain('6:00 AM–10:00 PM')
    expect(said.enterprise).toContain('Unlimited printing')
    expect(said.enterprise).toContain('5 guest passes per month')
    expect(said['private-office']).toContain('2–4 people')
  })

  test('never promise 24/7 access except in selected hubs', () => {
    const texts = [...read('plans', planSchema), ...membership].flatMap(({ features, description }) => [
      ...features,
      description,
    ])
    for (const text of texts) if (text.includes('24/7')) expect(text).toContain('in selected hubs')
  })

  test('with 24/7 access have it in some hubs, which name the plans that include it', () => {
    const access = (locations as readonly { features?: readonly string[] }[]).map(({ features = [] }) =>
      features.filter((feature) => feature.includes('24/7')),
    )
    expect(access.filter((found) => found.length > 0).length).toBeGreaterThan(0)
    expect(access.some((found) => found.length === 0)).toBe(true)
    for (const feature of access.flat()) expect(feature).toBe('24/7 access with Enterprise and Private Office')
  })

  test('on the membership page have its own prices, in rupees', () => {
    expect(
      PLAN_IDS.map((id) => membership.find((plan) => plan.id === id)).map((plan) => [
        plan?.name,
        plan?.price,
        plan?.period,
        plan?.originalPrice,
        plan?.annualPrice,
        plan?.popular,
      ]),
    ).toEqual([
      ['Explorer', 500, 'day', 1_000, undefined, false],
      ['Professional', 8_999, 'month', 12_000, undefined, true],
      ['Enterprise', 18_999, 'month', 25_000, undefined, false],
      ['Private Office', 35_000, 'month', 40_000, 336_000, false],
    ])
    expect(membership.map(({ price, originalPrice }) => savingPercent(price, originalPrice)).sort()).toEqual([
      13, 24, 25, 50,
    ])
  })
})

test('payment methods state their fee and processing time', () => {
  const methods = read('payment-methods', paymentMethodSchema)
  expect(methods.map(({ id, fees, processingTime, popular }) => [id, fees, processingTime, popular])).toEqual([
    ['esewa', 'No fee', 'Instant', true],
    ['khalti', 'No fee', 'Instant', false],
    ['stripe', '3.5% + NPR 10', 'Instant', false],
    ['qr_payment', 'No fee', '2–5 minutes', false],
    ['bank_transfer', 'No fee', '1–2 business days', false],
  ])
  expect(methods.map(({ id }) => id)).toEqual([...PAYMENT_METHODS])
  for (const { id, fees } of methods) expect(methodFee(id, paisa(1_000_000)) > 0).toBe(fees !== 'No fee')
})

test('six testimonials, each of five stars and marked as a sample; three on the membership page', () => {
  const testimonials = read('testimonials', testimonialSchema)
  expect(testimonials).toHaveLength(6)
  expect(testimonials.every(({ rating, sample }) => rating === 5 && sample)).toBe(true)
  const at = (place: 'landing' | 'membership') => testimonials.filter(({ places }) => places.includes(place))
  expect([at('landing').length, at('membership').length]).toEqual([6, 3])
})

test('the membership benefits are the published ones, with 24/7 only in selected hubs', () => {
  const benefits = read('benefits', benefitSchema)
  expect(benefits.map(({ figure, title }) => `${figure} ${title}`)).toEqual([
    '8 Meeting-room hours',
    '5 Guest passes',
    '24/7 Access',
    '99.9% Uptime',
    '30 Days to change your mind',
    '0 Setup fees',
  ])
  for (const { figure, text } of benefits) if (figure === '24/7') expect(text).toContain('selected hubs')
})

describe('questions', () => {
  const known = getPlaceholderPrices(locations, prices, addOns)
  const questions = read('faq', questionSchema)

  test('name no price of a table themselves, and fill to the end', () => {
    for (const { answer } of questions) {
      expect(fillPlaceholders(answer, known)).not.toMatch(/[{}]/)
      expect(answer.replace('NPR 2 per page black and white, NPR 5 colour', '')).not.toContain('NPR')
    }
    expect(questions.map(({ answer }) => fillPlaceholders(answer, known)).join()).toContain(
      `from ${npr(paisa(40_000))}`,
    )
  })

  test('state the published terms', () => {
    const said = questions.map(({ answer }) => answer).join(' ')
    for (const term of [
      'Each meeting-room credit is one hour',
      'NPR 2 per page black and white, NPR 5 colour',
      'Upgrades are immediate; downgrades start at the next billing cycle',
      '30 days’ notice',
      'up to 24 hours before a booking gives a full refund',
      '6:00 AM–10:00 PM',
    ]) {
      expect(said).toContain(term)
    }
  })
})

test('the statistics of the marketing pages are the published ones', () => {
  const statistics = read('statistics', statisticSchema)
  const at = (place: 'hero' | 'membership' | 'about') =>
    statistics.filter(({ places }) => places.includes(place)).map(({ label, value }) => `${label} ${value}`)
  expect(at('hero')).toEqual(['Locations 3+', 'Members 500+', 'Uptime 99.9%', 'Cups/Day 200+'])
  expect(at('about')).toEqual([
    'Locations 3+',
    'Members 500+',
    'Events 100+',
    'Satisfaction 98%',
    'Years of experience 5+',
  ])
  expect(read('amenities', amenitySchema)).toHaveLength(9)
})

test('the brand has its name, hours and sample numbers', () => {
  expect(getBrand()).toMatchObject({
    name: 'Chautari',
    nativeName: 'चौतारी',
    phone: '+977 1 000 0000',
    whatsapp: '+977 910 000 0000',
    copyrightYear: 2024,
    announcement: 'New location opening in Baluwatar',
    hours: [
      { days: 'Mon–Fri', open: '08:00', close: '20:00' },
      { days: 'Sat–Sun', open: '09:00', close: '18:00' },
    ],
    sample: true,
  })
  expect(getBrand().socials).toHaveLength(3)
})
