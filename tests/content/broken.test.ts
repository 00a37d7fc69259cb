import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import { aboutSchema } from '#contract/content/about.ts'
import { brandSchema } from '#contract/content/brand.ts'
import { ContentError, parseContent, readList, readRecord } from '#contract/content/entries.ts'
import { locationSchema, REQUIRED_LOCATIONS } from '#contract/content/location.ts'
import { membershipPlanSchema, planSchema } from '#contract/content/plan.ts'
import { addOnSchema, priceTableContentSchema } from '#contract/content/price.ts'
import { imagePath } from '#contract/content/values.ts'
import { questionSchema, testimonialSchema } from '#contract/content/words.ts'
import { LOCATION_IDS } from '#domain/location.ts'

type Entry = Record<string, unknown>
const read = (file: string): unknown => JSON.parse(readFileSync(join('content', file), 'utf8'))

/** The sentences that stop the build when one value of the real content is changed. `path`: entry, then fields. */
function broken(file: string, shape: z.ZodType, path: string, value: unknown): readonly string[] {
  const data = read(file)
  const steps = path.split('.')
  const last = steps.pop() ?? ''
  const parent = steps.reduce<Entry>((into, step) => into[step] as Entry, data as Entry)
  if (value === undefined) delete parent[last]
  else parent[last] = value
  return sentencesOf(() => {
    if (Array.isArray(data)) readList(`content/${file}`, data, shape)
    else readRecord(`content/${file}`, data, shape)
  })
}

function sentencesOf(reading: () => unknown): readonly string[] {
  try {
    reading()
  } catch (problem) {
    if (problem instanceof ContentError) return problem.messages
    throw problem
  }
  return []
}

const picture = imagePath((path) => existsSync(join('content', path)))
const locations = locationSchema(picture)

describe('a wrong value stops the build with the file, the field and the mend', () => {
  test.each<[string, z.ZodType, string, unknown, string]>([
    [
      'about.json',
      aboutSchema(picture),
      'story.photo.src',
      '../src/assets/images/nowhere.jpg',
      'content/about.json, story.photo.src: is "../src/assets/images/nowhere.jpg"; put the picture there or correct its name: there is no such file.',
    ],
    [
      'locations.json',
      locations,
      '1.openingHours.monday.open',
      '25:00',
      'content/locations.json, "kausimaa", openingHours.monday.open: is "25:00"; write a time of the day as HH:MM from 00:00 to 23:59, such as "09:00".',
    ],
    [
      'locations.json',
      locations,
      '1.openingHours.monday.close',
      '10:00',
      'content/locations.json, "kausimaa", openingHours.monday.close: is "10:00"; write a closing time after the opening time.',
    ],
    [
      'locations.json',
      locations,
      '1.openingHours.friday',
      undefined,
      'content/locations.json, "kausimaa", openingHours.friday: is missing; write a group of fields between { and }.',
    ],
    [
      'locations.json',
      locations,
      '0.rating',
      '4.9',
      'content/locations.json, "dhobighat-hub", rating: is "4.9"; write a number without quotes.',
    ],
    [
      'locations.json',
      locations,
      '0.rating',
      49,
      'content/locations.json, "dhobighat-hub", rating: is 49; write at most 5.',
    ],
    [
      'locations.json',
      locations,
      '0.capacity',
      30.5,
      'content/locations.json, "dhobighat-hub", capacity: is 30.5; write a whole number without quotes.',
    ],
    [
      'locations.json',
      locations,
      '0.capacity',
      0,
      'content/locations.json, "dhobighat-hub", capacity: is 0; write at least 1.',
    ],
    [
      'locations.json',
      locations,
      '0.available',
      'yes',
      'content/locations.json, "dhobighat-hub", available: is "yes"; write true or false without quotes.',
    ],
    [
      'locations.json',
      locations,
      '0.nmae',
      'Dhobighat',
      'content/locations.json, "dhobighat-hub": is wrong; take "nmae" out or correct the spelling: there is no such field.',
    ],
    [
      'locations.json',
      locations,
      '0.name',
      ' ',
      'content/locations.json, "dhobighat-hub", name: is " "; write the words between the quotes, or take the field out if it may be left out.',
    ],
    [
      'locations.json',
      locations,
      '2.gallery.0.src',
      '../src/assets/images/nowhere.jpg',
      'content/locations.json, "jhamsikhel-loft", gallery.0.src: is "../src/assets/images/nowhere.jpg"; put the picture there or correct its name: there is no such file.',
    ],
    [
      'locations.json',
      locations,
      '2.image',
      '/loft.jpg',
      'content/locations.json, "jhamsikhel-loft", image: is "/loft.jpg"; write the path of a picture in src/assets/images, such as "../src/assets/images/kausimaa-1.jpg".',
    ],
    [
      'locations.json',
      locations,
      '2.gallery.0.span',
      'huge',
      'content/locations.json, "jhamsikhel-loft", gallery.0.span: is "huge"; write "wide" or "tall" or "single".',
    ],
    [
      'locations.json',
      locations,
      '0.id',
      'thamel-hub',
      `content/locations.json, "thamel-hub", id: is "thamel-hub"; write ${LOCATION_IDS.map((id) => `"${id}"`).join(' or ')}, or add the id to content/location-ids.json.`,
    ],
    [
      'locations.json',
      locations,
      '1.id',
      'dhobighat-hub',
      'content/locations.json, "dhobighat-hub", id: is used twice; give each entry an id of its own.',
    ],
    [
      'locations.json',
      locations,
      '0.gallery.1.id',
      'dhobighat-hub-3',
      'content/locations.json, "dhobighat-hub", gallery.1.id: is "dhobighat-hub-3"; give each picture an id of its own.',
    ],
    [
      'locations.json',
      locations,
      '0.gallery.0.id',
      'dhobighat-hub',
      'content/locations.json, "dhobighat-hub", gallery.0.id: is "dhobighat-hub"; give each picture an id of its own.',
    ],
    [
      'locations.json',
      locations,
      '0.contact.phone',
      '01-4123456',
      'content/locations.json, "dhobighat-hub", contact.phone: is "01-4123456"; write the number with its country code, such as "+977 1 000 0000".',
    ],
    [
      'locations.json',
      locations,
      '0.googleMapsUrl',
      'http://maps.example',
      'content/locations.json, "dhobighat-hub", googleMapsUrl: is "http://maps.example"; write a whole address that begins with https://, or take the field out.',
    ],
    [
      'plans.json',
      planSchema,
      '1.type',
      'day_pass',
      'content/plans.json, "professional", type: is "day_pass"; write "hot_desk", the type of this plan.',
    ],
    [
      'plans.json',
      planSchema,
      '1.features',
      [],
      'content/plans.json, "professional", features: is wrong; name at least one.',
    ],
    [
      'prices.json',
      priceTableContentSchema,
      '1.prices.explorer.daily',
      400.5,
      'content/prices.json, "kausimaa", prices.explorer.daily: is 400.5; write whole paisa (NPR × 100) without quotes, such as 950000 for NPR 9,500.',
    ],
    [
      'prices.json',
      priceTableContentSchema,
      '1.prices.explorer.daily',
      '40000',
      'content/prices.json, "kausimaa", prices.explorer.daily: is "40000"; write whole paisa (NPR × 100) without quotes, such as 950000 for NPR 9,500.',
    ],
    [
      'prices.json',
      priceTableContentSchema,
      '0.prices.professional.annual',
      102_600,
      'content/prices.json, "dhobighat-hub", prices.professional.annual: is 102600; write a price above the monthly one and not above twelve of it, both in paisa (NPR × 100).',
    ],
    [
      'prices.json',
      priceTableContentSchema,
      '0.prices.professional.weekly',
      0,
      'content/prices.json, "dhobighat-hub", prices.professional.weekly: is 0; write whole paisa (NPR × 100) above 0, such as 950000 for NPR 9,500.',
    ],
    [
      'prices.json',
      priceTableContentSchema,
      '0.prices.explorer.originalDaily',
      50_000,
      'content/prices.json, "dhobighat-hub", prices.explorer.originalDaily: is 50000; write the earlier price, which is above "daily", or take the field out.',
    ],
    [
      'add-ons.json',
      addOnSchema,
      '0.per',
      'minute',
      'content/add-ons.json, "meeting-room-hours", per: is "minute"; write "hour" or "guest_day" or "month".',
    ],
    [
      'membership-plans.json',
      membershipPlanSchema,
      '0.originalPrice',
      8_999,
      'content/membership-plans.json, "professional", originalPrice: is 8999; write the earlier price, which is above the present one.',
    ],
    [
      'faq.json',
      questionSchema,
      '0.answer',
      'From {cheapest}.',
      'content/faq.json, "day-pass-price", answer: is "From {cheapest}."; between braces write one of {lowestDayPass}, {lowestDayPassLocation}, {meetingHour}, {guestDay}.',
    ],
    [
      'testimonials.json',
      testimonialSchema,
      '0.avatar',
      'as',
      'content/testimonials.json, "aarati-shrestha", avatar: is "as"; write one to three capital initials, such as "AS".',
    ],
    [
      'brand.json',
      brandSchema,
      'email',
      'hello',
      'content/brand.json, email: is "hello"; write an email address, such as "hello@chautari.example".',
    ],
    [
      'brand.json',
      brandSchema,
      'lead',
      'Good desks.',
      'content/brand.json, lead: is "Good desks."; write 50 to 160 characters: search engines show it.',
    ],
    [
      'brand.json',
      brandSchema,
      'cities',
      'Kathmandu, Lalitpur, Bhaktapur and Kirtipur',
      'content/brand.json, cities: is "Kathmandu, Lalitpur, Bhaktapur and Kirtipur"; write at most 36 characters, so that page titles fit.',
    ],
    [
      'brand.json',
      brandSchema,
      'registration.pan',
      '12345',
      'content/brand.json, registration.pan: is "12345"; write the nine digits of the PAN in quotes.',
    ],
    [
      'locations.json',
      locations,
      '0.geo',
      { latitude: 85.31, longitude: 85.31 },
      'content/locations.json, "dhobighat-hub", geo.latitude: is 85.31; write a place in Nepal: 26 to 31.',
    ],
    ['brand.json', brandSchema, 'name', undefined, 'content/brand.json, name: is missing; write a text in quotes.'],
  ])('%s', (file, shape, path, value, sentence) => {
    expect(broken(file, shape, path, value)).toEqual([sentence])
  })

  test('several wrong values are all named', () => {
    expect(sentencesOf(() => readList('content/plans.json', [{}, 5], planSchema)).length).toBeGreaterThan(5)
    expect(sentencesOf(() => readList('content/plans.json', [{}], planSchema))[0]).toBe(
      'content/plans.json, entry 1, id: is missing; write "explorer" or "professional" or "enterprise" or "private-office".',
    )
  })

  test('names the entry that a location lacks', () => {
    const [, ...others] = read('prices.json') as Entry[]
    expect(
      sentencesOf(() => readList('content/prices.json', others, priceTableContentSchema, REQUIRED_LOCATIONS)),
    ).toEqual(['content/prices.json: has no entry "dhobighat-hub", which content/location-ids.json names; add it.'])
  })

  test('what is no list, or no JSON, is said', () => {
    expect(sentencesOf(() => readList('content/plans.json', {}, planSchema))).toEqual([
      'content/plans.json: must be a list; put the entries between [ and ].',
    ])
    const [sentence] = sentencesOf(() => parseContent('content/plans.json', '[{"id": "a" "name": 1}]'))
    expect(sentence).toMatch(/^content\/plans\.json: is not valid JSON \(.*line 1.*\); look there for a missing comma/)
  })
})
