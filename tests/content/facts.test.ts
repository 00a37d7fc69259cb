import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type * as z from 'zod'
import { amenitySchema } from '#contract/content/amenity.ts'
import { benefitSchema } from '#contract/content/benefit.ts'
import { readList } from '#contract/content/entries.ts'
import { paymentMethodSchema } from '#contract/content/payment-method.ts'
import { membershipPlanSchema, planSchema } from '#contract/content/plan.ts'
import { addOnSchema, pricingExtraSchema } from '#contract/content/price.ts'
import { questionSchema } from '#contract/content/question.ts'
import { statisticSchema } from '#contract/content/statistic.ts'
import { testimonialSchema } from '#contract/content/testimonial.ts'
import { GUARANTEE_DAYS } from '#domain/cancellation.ts'
import { ADD_ON_IDS } from '#domain/catalogue.ts'
import { LOCATION_IDS } from '#domain/location.ts'
import { npr, paisa } from '#domain/money.ts'
import { methodFee, PAYMENT_METHODS } from '#domain/payment.ts'
import { PLAN_IDS } from '#domain/plan.ts'
import { pricesAt, savingPercent } from '#domain/price.ts'
import { fillPlaceholders, getPlaceholderPrices } from '#domain/shown-prices.ts'
import { getBrand, getCatalogue } from '#server/catalogue.ts'

const read = <Schema extends z.ZodType>(name: string, schema: Schema) =>
  readList(name, JSON.parse(readFileSync(join('content', `${name}.json`), 'utf8')), schema)

const { locations, plans, addOns, prices, rooms } = getCatalogue()
const membership = read('membership-plans', membershipPlanSchema)

test('the locations are the four ids in their order', () => {
  expect(locations.map(({ id }) => id)).toEqual([...LOCATION_IDS])
})

test.each([
  ['dhobighat-hub', 30, true, 'Available', '06:00–22:00', '08:00–20:00'],
  ['kausimaa', 40, true, 'Available', '10:00–18:00', '10:00–18:00'],
  ['jhamsikhel-loft', 80, false, 'Reserved for 6 months', '07:00–21:00', '09:00–19:00'],
  ['baluwatar-studios', 24, false, 'Coming Soon', '08:00–20:00', '09:00–18:00'],
])('%s has %d seats, available: %s, status: %s, hours: %s and %s', (id, capacity, available, status, week, weekend) => {
  const location = locations.find((known) => known.id === id)
  expect(location).toMatchObject({ capacity, available, status })
  for (const [name, { open, close }] of Object.entries(location?.openingHours ?? {}))
    expect(`${open}–${close}`).toBe(name === 'saturday' || name === 'sunday' ? weekend : week)
})

test('tours are offered at the open locations and at the one that opens soon', () => {
  expect(locations.flatMap(({ id, tours }) => (tours ? [[id, tours.hours.from, tours.hours.to]] : []))).toEqual([
    ['dhobighat-hub', '09:00', '18:00'],
    ['kausimaa', '10:00', '17:00'],
    ['baluwatar-studios', '10:00', '16:00'],
  ])
})

test('the locations that are built describe their door', () => {
  const described = locations.filter(({ doorNote }) => doorNote).map(({ id }) => id)
  expect(described).toEqual(['dhobighat-hub', 'kausimaa', 'jhamsikhel-loft'])
})

test('the rooms of a location are among its features and amenities', () => {
  const named = { meeting_room: 'Meeting rooms', phone_booth: 'Phone booths' } as const
  const listed = locations.flatMap(({ id, features, amenities }) =>
    [...features, ...amenities].map((name) => `${id} ${name}`),
  )
  expect(listed).toEqual(expect.arrayContaining(rooms.map(({ locationId, kind }) => `${locationId} ${named[kind]}`)))
})

test('the locations have the published ratings', () => {
  const ratings = locations.map((location) => ('rating' in location ? location.rating : 'none'))
  expect(ratings).toEqual([4.9, 4.6, 4.8, 'none'])
})

test('the prices are the generic table everywhere except at Kausimaa', () => {
  for (const id of ['dhobighat-hub', 'jhamsikhel-loft', 'baluwatar-studios'] as const)
    expect(pricesAt(prices, id)).toEqual(pricesAt([], id))
  const periods = { weekly: 200_000, monthly: 800_000, annual: 8_640_000 }
  expect(pricesAt(prices, 'kausimaa')).toEqual({
    explorer: { daily: 40_000 },
    professional: periods,
    enterprise: periods,
    'private-office': periods,
  })
})

test('the prices have a table for every location, under its name', () => {
  const names = prices.map(({ locationId, locationName }) => [locationId, locationName])
  expect(names).toEqual(locations.map(({ id, name }) => [id, name]))
})

test('the booking add-ons have the published prices', () => {
  expect(addOns.map(({ id, price, per }) => [id, price, per])).toEqual([
    ['meeting-room-hours', 80_000, 'hour'],
    ['guest-passes', 30_000, 'guest_day'],
    ['virtual-office', 300_000, 'month'],
    ['mail-handling', 200_000, 'month'],
  ])
  expect(addOns.map(({ id }) => id)).toEqual([...ADD_ON_IDS])
  expect(read('add-ons', addOnSchema)).toHaveLength(4)
})

test('the pricing page’s own add-ons have the published prices', () => {
  expect(read('pricing-extras', pricingExtraSchema).map(({ name, price }) => [name, price])).toEqual([
    ['Extra meeting room hours', 80_000],
    ['Guest day passes', 30_000],
    ['Virtual office address', 600_000],
    ['Phone line', 400_000],
  ])
})

test('the plans are four, of which Private Office is reserved and Professional popular', () => {
  expect(plans.map(({ id, name, available, status }) => [id, name, available, status])).toEqual([
    ['explorer', 'Explorer', true, 'Available'],
    ['professional', 'Professional', true, 'Available'],
    ['enterprise', 'Enterprise', true, 'Available'],
    ['private-office', 'Private Office', false, 'Reserved'],
  ])
  const all = read('plans', planSchema)
  expect(all.filter(({ popular }) => popular).map(({ id }) => id)).toEqual(['professional'])
  expect(all[0]?.promotion).toBe('Promotional price — limited time only')
})

test('the plans include printing, meeting hours, guest passes and hours as published', () => {
  const texts = Object.fromEntries(read('plans', planSchema).map(({ id, features }) => [id, features.join('; ')]))
  expect(texts.explorer).toContain('10 printed pages')
  for (const feature of ['100 printed pages', '8 meeting-room hours per month', '06:00–22:00'])
    expect(texts.professional).toContain(feature)
  for (const feature of ['Unlimited printing', '5 guest passes per month']) expect(texts.enterprise).toContain(feature)
  expect(texts['private-office']).toContain('2–4 people')
})

test('the plans never promise 24/7 access except in selected hubs', () => {
  const plans = [...read('plans', planSchema), ...membership]
  for (const text of plans.flatMap(({ features, description }) => [...features, description]))
    if (text.includes('24/7')) expect(text).toContain('in selected hubs')
})

test('some locations have 24/7 access, and name the plans that include it', () => {
  const access = (locations as readonly { features?: readonly string[] }[]).map(({ features = [] }) =>
    features.filter((feature) => feature.includes('24/7')),
  )
  expect(access.filter((found) => found.length > 0).length).toBeGreaterThan(0)
  expect(access.some((found) => found.length === 0)).toBe(true)
  for (const feature of access.flat()) expect(feature).toBe('24/7 access with Enterprise and Private Office')
})

test('the plans of the membership page have its own prices, in rupees', () => {
  const fields = ['name', 'price', 'period', 'originalPrice', 'annualPrice', 'popular'] as const
  const byId = PLAN_IDS.map((id) => membership.find((plan) => plan.id === id))
  expect(byId.map((plan) => fields.map((field) => plan?.[field]))).toEqual([
    ['Explorer', 500, 'day', 1_000, undefined, false],
    ['Professional', 8_999, 'month', 12_000, undefined, true],
    ['Enterprise', 18_999, 'month', 25_000, undefined, false],
    ['Private Office', 35_000, 'month', 40_000, 336_000, false],
  ])
  const savings = membership.map(({ price, originalPrice }) => savingPercent(price, originalPrice))
  expect(savings.sort()).toEqual([13, 24, 25, 50])
})

test('payment methods state their fee and processing time', () => {
  const methods = read('payment-methods', paymentMethodSchema)
  expect(methods.map(({ id, feeText, processingTime, popular }) => [id, feeText, processingTime, popular])).toEqual([
    ['esewa', 'No fee', 'Instant', true],
    ['khalti', 'No fee', 'Instant', false],
    ['stripe', '3.5% + NPR 10', 'Instant', false],
    ['qr_payment', 'No fee', '2–5 minutes', false],
    ['bank_transfer', 'No fee', '1–2 business days', false],
  ])
  expect(methods.map(({ id }) => id)).toEqual([...PAYMENT_METHODS])
  for (const { id, feeText } of methods) expect(methodFee(id, paisa(1_000_000)) > 0).toBe(feeText !== 'No fee')
})

test('the testimonials are six samples of five stars, three of them on the membership page', () => {
  const testimonials = read('testimonials', testimonialSchema)
  expect(testimonials).toHaveLength(6)
  expect(testimonials.every(({ rating, sample }) => rating === 5 && sample)).toBe(true)
  const on = (page: 'landing' | 'membership') => testimonials.filter(({ pages }) => pages.includes(page))
  expect([on('landing').length, on('membership').length]).toEqual([6, 3])
})

test('the membership benefits are the published ones, with 24/7 only in selected hubs', () => {
  const benefits = read('benefits', benefitSchema)
  expect(benefits.map(({ highlight, title }) => `${highlight} ${title}`)).toEqual([
    '8 Meeting-room hours',
    '5 Guest passes',
    '24/7 Access',
    '99.9% Uptime',
    '30 Days to change your mind',
    '0 Setup fees',
  ])
  for (const { highlight, text } of benefits) if (highlight === '24/7') expect(text).toContain('selected hubs')
})

const placeholders = getPlaceholderPrices(locations, prices, addOns)
const questions = read('faq', questionSchema)

test('the questions use placeholders for the prices of tables, and no unknown ones', () => {
  for (const { answer } of questions) {
    expect(fillPlaceholders(answer, placeholders)).not.toMatch(/[{}]/)
    expect(answer.replace('NPR 2 per page black and white, NPR 5 colour', '')).not.toContain('NPR')
  }
  const answers = questions.map(({ answer }) => fillPlaceholders(answer, placeholders))
  expect(answers.join()).toContain(`from ${npr(paisa(40_000))}`)
})

test('the questions state the published terms', () => {
  const text = questions.map(({ answer }) => answer).join(' ')
  for (const term of [
    'Each meeting-room credit is one hour',
    'NPR 2 per page black and white, NPR 5 colour',
    'upgrades are immediate; downgrades start at the next billing cycle',
    '30 days’ notice',
    `Your first membership, in its first ${GUARANTEE_DAYS} days`,
    'Up to 24 hours before the location opens on your first day**: a full refund',
    '06:00–22:00',
  ])
    expect(text).toContain(term)
})

test('the statistics of the marketing pages are the published ones', () => {
  const statistics = read('statistics', statisticSchema)
  const on = (page: 'landing' | 'membership' | 'about') =>
    statistics.filter(({ pages }) => pages.includes(page)).map(({ label, value }) => `${label} ${value}`)
  expect(on('landing')).toEqual(['Locations 3+', 'Members 500+', 'Uptime 99.9%', 'Cups/Day 200+'])
  expect(on('about')).toEqual([
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
    address: 'Sample Road 1, Dhobighat, Lalitpur',
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
