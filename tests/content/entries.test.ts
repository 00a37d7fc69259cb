import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type * as z from 'zod'
import { aboutSchema } from '#contract/content/about.ts'
import { brandSchema } from '#contract/content/brand.ts'
import { ContentError, getEntryId, parseContent, readList, readRecord } from '#contract/content/entries.ts'
import { locationSchema, REQUIRED_LOCATIONS } from '#contract/content/location.ts'
import { membershipPlanSchema, planSchema } from '#contract/content/plan.ts'
import { addOnSchema, priceTableContentSchema } from '#contract/content/price.ts'
import { questionSchema } from '#contract/content/question.ts'
import { roomSchema } from '#contract/content/room.ts'
import { testimonialSchema } from '#contract/content/testimonial.ts'
import { imagePath } from '#contract/content/values.ts'
import { LOCATION_IDS } from '#domain/location.ts'

type Entry = Record<string, unknown>
const read = (file: string): unknown => JSON.parse(readFileSync(join('content', file), 'utf8'))

/** Returns the messages that stop the build when one value of the real content is changed. `path`: entry, then fields. */
function broken(file: string, schema: z.ZodType, path: string, value: unknown): readonly string[] {
  const data = read(file)
  const steps = path.split('.')
  const last = steps.pop() ?? ''
  const parent = steps.reduce<Entry>((into, step) => into[step] as Entry, data as Entry)
  if (value === undefined) delete parent[last]
  else parent[last] = value
  return messagesOf(() => {
    if (Array.isArray(data)) readList(`content/${file}`, data, schema)
    else readRecord(`content/${file}`, data, schema)
  })
}

function messagesOf(reading: () => unknown): readonly string[] {
  try {
    reading()
  } catch (problem) {
    if (problem instanceof ContentError) return problem.messages
    throw problem
  }
  return []
}

const image = imagePath((path) => existsSync(join('content', path)))
const locations = locationSchema(image)

/** Each row replaces one value, which must be rejected with this fix. */
function rejects(
  file: string,
  schema: z.ZodType,
  rows: readonly (readonly [path: string, value: unknown, fix: string])[],
) {
  test.each(rows)(`reading ${file} rejects %s: %j, with the fix`, (path, value, fix) => {
    const [first = '', ...rest] = path.split('.')
    const data = read(file)
    const where = Array.isArray(data) ? `"${getEntryId(data[Number(first)])}", ${rest.join('.')}` : path
    const found = value === undefined ? 'missing' : typeof value === 'object' ? 'invalid' : JSON.stringify(value)
    expect(broken(file, schema, path, value)).toEqual([`content/${file}, ${where}: is ${found}; ${fix}.`])
  })
}

const knownIds = LOCATION_IDS.map((id) => `"${id}"`).join(' or ')
const noFile = 'add the image there or correct the file name: there is no such file'
const wholePaisa = 'write whole paisa (NPR × 100) without quotes, such as 950000 for NPR 9,500'

rejects('about.json', aboutSchema(image), [['story.photo.src', '../src/assets/images/nowhere.jpg', noFile]])
rejects('locations.json', locations, [
  ['1.openingHours.monday.open', '25:00', 'write a time as HH:MM from 00:00 to 23:59, such as "09:00"'],
  ['1.openingHours.monday.close', '10:00', 'write a closing time after the opening time'],
  ['1.openingHours.friday', undefined, 'write a group of fields between { and }'],
  ['0.rating', '4.9', 'write a number without quotes'],
  ['0.rating', 49, 'write at most 5'],
  ['0.capacity', 30.5, 'write a whole number without quotes'],
  ['0.capacity', 0, 'write at least 1'],
  ['0.available', 'yes', 'write true or false without quotes'],
  ['0.name', ' ', 'write a text between the quotes, or remove the field if it is optional'],
  ['2.gallery.0.src', '../src/assets/images/nowhere.jpg', noFile],
  [
    '2.image',
    '/loft.jpg',
    'write the path of an image in src/assets/images, such as "../src/assets/images/kausimaa-1.jpg"',
  ],
  ['2.gallery.0.span', 'huge', 'write "wide" or "tall" or "single"'],
  ['0.gallery.1.id', 'dhobighat-hub-3', 'give each image its own id'],
  ['0.gallery.0.id', 'dhobighat-hub', 'give each image its own id'],
  ['0.contact.phone', '01-4123456', 'write the number with its country code, such as "+977 1 000 0000"'],
  ['0.missing.0', 'Parking', 'remove it here or from what the location has'],
  ['0.directions', undefined, 'write a group of fields between { and }'],
  ['0.directions.walkingMinutes', 0, 'write at least 1'],
  ['0.directions.landmark', ' ', 'write a text between the quotes, or remove the field if it is optional'],
  ['0.geo.longitude', 27.68, 'write a longitude from 80 to 88.3'],
  ['0.doorNote', ' ', 'write a text between the quotes, or remove the field if it is optional'],
  ['0.tours.hours', undefined, 'write a group of fields between { and }'],
  ['0.tours.hours.from', '09:15', 'write a full or half hour, such as "10:30"'],
  ['0.tours.hours.from', '9:00', 'write a time as HH:MM from 00:00 to 23:59, such as "09:00"'],
  ['0.tours.hours.to', '09:00', 'write an end after the start'],
  ['0.googleMapsUrl', 'http://maps.example', 'write a complete URL that starts with https://, or remove the field'],
])
rejects('rooms.json', roomSchema(image), [
  ['0.locationId', 'thamel-hub', `write ${knownIds}, or add the id to content/location-ids.json`],
  ['0.kind', 'hall', 'write "meeting_room" or "phone_booth"'],
  ['0.seats', 0, 'write at least 1'],
  ['0.picture.src', '../src/assets/images/nowhere.jpg', noFile],
  ['0.bookableHours.open', '08:15', 'write a full or half hour, such as "10:30"'],
  ['0.bookableHours.close', '08:00', 'write an end after the start'],
  ['0.bufferMinutes', 15, 'write 0, 30, 60, 90 or 120'],
  ['0.sample', undefined, 'write true or false without quotes'],
])
rejects('plans.json', planSchema, [
  ['1.type', 'day_pass', 'write "hot_desk", the type of this plan'],
  ['1.features', [], 'name at least one'],
  ['1.includedRoomMinutes', 180, 'write 0 or a multiple of 120 minutes, such as 480 for 8 hours a month'],
])
rejects('prices.json', priceTableContentSchema, [
  ['1.prices.explorer.daily', 400.5, wholePaisa],
  ['1.prices.explorer.daily', '40000', wholePaisa],
  [
    '0.prices.professional.annual',
    102_600,
    'write a price above the monthly one and at most twelve times it, both in paisa (NPR × 100)',
  ],
  ['0.prices.professional.weekly', 0, 'write whole paisa (NPR × 100) above 0, such as 950000 for NPR 9,500'],
  ['0.prices.explorer.originalDaily', 50_000, 'write the earlier price, which is above "daily", or remove the field'],
])
rejects('add-ons.json', addOnSchema, [['0.per', 'minute', 'write "hour" or "guest_day" or "month"']])
rejects('membership-plans.json', membershipPlanSchema, [
  ['0.originalPrice', 8_999, 'write the earlier price, which is above the current one'],
])
rejects('faq.json', questionSchema, [
  [
    '0.answer',
    'From {cheapest}.',
    'between braces write one of {lowestDayPass}, {lowestDayPassLocation}, {meetingHour}, {guestDay}',
  ],
])
rejects('testimonials.json', testimonialSchema, [
  ['0.avatar', 'as', 'write one to three capital initials, such as "AS"'],
])
rejects('brand.json', brandSchema, [
  ['email', 'hello', 'write an email address, such as "hello@chautari.example"'],
  ['lead', 'Good desks.', 'write 50 to 160 characters: search engines show it'],
  ['cities', 'Kathmandu, Lalitpur, Bhaktapur and Kirtipur', 'write at most 36 characters, so that page titles fit'],
  ['registration.pan', '12345', 'write the nine digits of the PAN in quotes'],
  ['name', undefined, 'write a text in quotes'],
])

test.each([
  ['0.nmae', 'X', '"dhobighat-hub": is invalid; remove "nmae" or correct the spelling: there is no such field'],
  [
    '0.id',
    'thamel-hub',
    `"thamel-hub", id: is "thamel-hub"; write ${knownIds}, or add the id to content/location-ids.json`,
  ],
  ['1.id', 'dhobighat-hub', '"dhobighat-hub", id: is used twice; give each entry its own id'],
  [
    '0.geo',
    { latitude: 85.31, longitude: 85.31 },
    '"dhobighat-hub", geo.latitude: is 85.31; write a latitude from 26.3 to 30.5',
  ],
])('reading locations.json rejects %s: %j, with the entry', (path, value, message) => {
  expect(broken('locations.json', locations, path, value)).toEqual([`content/locations.json, ${message}.`])
})

test('reading locations.json accepts a location outside the valley', () => {
  expect(broken('locations.json', locations, '0.geo', { latitude: 28.2096, longitude: 83.9856 })).toEqual([])
})

test('readList names every invalid value', () => {
  expect(messagesOf(() => readList('content/plans.json', [{}, 5], planSchema)).length).toBeGreaterThan(5)
  expect(messagesOf(() => readList('content/plans.json', [{}], planSchema))[0]).toBe(
    'content/plans.json, entry 1, id: is missing; write "explorer" or "professional" or "enterprise" or "private-office".',
  )
})

test('readList names a missing entry of a location', () => {
  const [, ...others] = read('prices.json') as Entry[]
  expect(
    messagesOf(() => readList('content/prices.json', others, priceTableContentSchema, REQUIRED_LOCATIONS)),
  ).toEqual(['content/prices.json: has no entry "dhobighat-hub", which content/location-ids.json requires; add it.'])
})

test('readList and parseContent reject a file that is no list or no JSON', () => {
  expect(messagesOf(() => readList('content/plans.json', {}, planSchema))).toEqual([
    'content/plans.json: must be a list; put the entries between [ and ].',
  ])
  const [message] = messagesOf(() => parseContent('content/plans.json', '[{"id": "a" "name": 1}]'))
  expect(message).toMatch(
    /^content\/plans\.json: is not valid JSON \(.*line 1.*\); check that line for a missing or extra comma/,
  )
})
