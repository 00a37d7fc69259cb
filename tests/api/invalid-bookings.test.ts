import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { placeBooking } from '#contract/bookings.ts'
import type { FailureCode } from '#contract/failure.ts'
import { toSingleLine } from '#domain/contact.ts'
import { describeOnEachEngine, expectNothingStored } from '../support/app.ts'
import { bookingRow, dayPass, order } from '../support/orders.ts'
import { call, raw, rejected, type Sent, send, withKey } from '../support/requests.ts'
import { anyText } from '../support/texts.ts'

const contact = (changes: Record<string, unknown>) => ({ contactInfo: { ...order().contactInfo, ...changes } })
const UNKNOWN = 'Unknown field'
const OFFER = 'Choose one of the options'
const WHOLE = 'Enter a whole number from 0 to 1,000,000'
const TEXT = 'Send this as text'
const NUMBER = 'Send this as a number'
const HOURS = 'Choose a time within the opening hours of that day'
const EMAIL = 'Enter an email address like name@example.com'

/** What is changed in a valid order, and the messages of the response. */
const INVALID: [name: string, changes: Record<string, unknown>, fields: Record<string, string>][] = [
  ['a number for an id', { locationId: 5 }, { locationId: TEXT }],
  ['no id', { planId: undefined }, { planId: 'This field is missing' }],
  ['empty ids', { locationId: '', planId: '' }, { locationId: 'Choose a location', planId: 'Choose a plan' }],
  ['an unknown location', { locationId: 'thamel-hub' }, { locationId: OFFER }],
  ['an unknown plan', { planId: 'virtual' }, { planId: OFFER }],
  ['an unknown add-on', { addOns: ['phone-line'] }, { addOns: OFFER }],
  ['an add-on twice', { addOns: ['virtual-office', 'virtual-office'] }, { addOns: 'Choose each of these only once' }],
  ['an add-on that is null', { addOns: [null] }, { addOns: TEXT }],
  ['too many add-ons', { addOns: Array(21).fill('virtual-office') }, { addOns: 'Send at most 20' }],
  ['text for a list', { addOns: 'virtual-office' }, { addOns: 'Send this as a list' }],
  ['an unknown billing', { billing: 'daily' }, { billing: 'Send one of: weekly, monthly, annual' }],
  [
    'the name of an object property',
    { locationId: 'constructor', planId: '__proto__' },
    { locationId: OFFER, planId: OFFER },
  ],

  ['yesterday', { startDate: '2026-11-30' }, { startDate: 'Choose today or a later start date' }],
  ['the last century', { startDate: '1900-01-01' }, { startDate: 'Choose today or a later start date' }],
  ['a start in 366 days', { startDate: '2027-12-02' }, { startDate: 'Choose a start date within the next 365 days' }],
  ['an end before the start', { endDate: '2026-12-09' }, { endDate: 'The end date cannot be before the start date' }],
  ['367 days', { endDate: '2027-12-12' }, { endDate: 'Choose an earlier end date: a booking covers at most 366 days' }],
  ['a day that does not exist', { startDate: '2027-02-29' }, { startDate: 'Enter a date like 2026-12-10' }],
  ['no date at all', { startDate: '' }, { startDate: 'Choose a start date' }],
  ['an instant for a date', { startDate: '2026-12-10T00:00:00Z' }, { startDate: 'Enter a date like 2026-12-10' }],
  ['seconds in a time', { endTime: '17:00:00' }, { endTime: 'Enter a time like 09:30' }],
  ['an end date that is text', { endDate: 'tomorrow' }, { endDate: 'Enter a date like 2026-12-10' }],
  ['milliseconds for a date', { startDate: 1_796_098_500_000 }, { startDate: TEXT }],
  ['the hour 24', { startTime: '24:00' }, { startTime: 'Enter a time like 09:30' }],
  ['a time before opening', { startTime: '05:59' }, { startTime: HOURS }],
  ['a time after closing', { endTime: '22:01' }, { endTime: HOURS }],
  [
    'an end time at the start time',
    { startTime: '12:00', endTime: '12:00' },
    { endTime: 'The end time must be after the start time' },
  ],

  ['a negative counter', { guestPasses: -1 }, { guestPasses: WHOLE }],
  ['half an hour', { meetingRoomHours: 0.5 }, { meetingRoomHours: 'Send this as a whole number' }],
  ['a counter above the maximum', { meetingRoomHours: 1_000_001 }, { meetingRoomHours: WHOLE }],
  ['a counter above the safe integers', { guestPasses: 2 ** 53 }, { guestPasses: 'Send at most 9007199254740991' }],
  ['a counter near the largest number', { guestPasses: 1e308 }, { guestPasses: 'Send at most 9007199254740991' }],
  ['a counter that is not a number', { guestPasses: Number.NaN }, { guestPasses: NUMBER }],
  ['text for a counter', { meetingRoomHours: '2' }, { meetingRoomHours: NUMBER }],
  ['a list for a counter', { meetingRoomHours: [2] }, { meetingRoomHours: NUMBER }],

  ['an amount', { amount: 1 }, { amount: UNKNOWN }],
  ['lines', { lines: [], price: 0, discount: 100 }, { lines: UNKNOWN, price: UNKNOWN, discount: UNKNOWN }],
  [
    'a state, an id, a secret',
    { state: 'confirmed', id: 'x', secret: 'x' },
    { state: UNKNOWN, id: UNKNOWN, secret: UNKNOWN },
  ],
  ['a total of half a paisa', { totalAmount: 950_000.5 }, { totalAmount: 'Send this as a whole number' }],
  ['a total as text', { totalAmount: '950000' }, { totalAmount: NUMBER }],
  ['another currency', { currency: 'USD' }, { currency: 'Send one of: NPR' }],

  [
    'a blank contact',
    contact({ firstName: '', lastName: ' \t', email: '', phone: ' ' }),
    { firstName: 'Enter a first name', lastName: 'Enter a last name', email: EMAIL, phone: 'Enter a phone number' },
  ],
  ['no contact', { contactInfo: null }, { contactInfo: 'Send this as a JSON object' }],
  ['half an email address', contact({ email: 'aarati@' }), { email: EMAIL }],
  ['two email addresses', contact({ email: 'a@b.co,c@d.co' }), { email: EMAIL }],
  ['a header in an email address', contact({ email: 'a@b.co\r\nBcc: c@d.co' }), { email: EMAIL }],
  ['six digits', contact({ phone: '123456' }), { phone: 'Enter a phone number of 7 to 15 digits' }],
  ['text for a phone number', contact({ phone: 'call me maybe' }), { phone: 'Enter a phone number of 7 to 15 digits' }],
  [
    'names with a web address',
    contact({ firstName: 'Claim at https://evil.example', lastName: 'WWW.evil.example' }),
    { firstName: 'Enter a name without a web address', lastName: 'Enter a name without a web address' },
  ],
  ['a long name', contact({ firstName: 'x'.repeat(121) }), { firstName: 'This text is too long' }],
  ['a longer name', contact({ lastName: 'x'.repeat(201) }), { lastName: 'Send at most 200 characters' }],
  ['a role', contact({ role: 'owner' }), { role: UNKNOWN }],
  ['a long note', { notes: 'x'.repeat(2_001) }, { notes: 'Send at most 2000 characters' }],
]

describeOnEachEngine('an invalid booking on %s', (app) => {
  const failure = (code: FailureCode, sent: Sent) => expectNothingStored(app, () => rejected(code, placeBooking, sent))

  test.each(INVALID)('is rejected with %s', async (_, changes, fields) => {
    const message = 'Some fields are not valid. Check the marked fields.'
    expect(await failure('invalid', withKey({ ...order(), ...changes }))).toEqual({ code: 'invalid', message, fields })
  })

  test.each([
    ['a list', []],
    ['null', null],
    ['text', 'order'],
    ['a number', 1],
    ['true', true],
  ])('is rejected when it is %s', async (_, body) => {
    expect((await failure('invalid', withKey(body))).fields).toEqual({ body: 'Send this as a JSON object' })
  })

  test('is rejected when it is empty', async () => {
    const { fields = {} } = await failure('invalid', withKey({}))
    expect(Object.entries(fields)).toEqual(Object.keys(order()).map((name) => [name, 'This field is missing']))
  })

  test('is rejected when it uses a name of the prototype', async () => {
    for (const text of [
      `{"__proto__":{"isAdmin":true},${JSON.stringify(order()).slice(1)}`,
      JSON.stringify(order()).replace('"contactInfo":{', '"contactInfo":{"__proto__":{"isAdmin":true},'),
    ]) {
      const { fields = {} } = await failure('invalid', raw(text))
      expect(Object.entries(fields)).toEqual([['__proto__', UNKNOWN]])
    }
    expect({}).not.toHaveProperty('isAdmin')
  })

  test.each([
    ['planId', 'private-office'],
    ['planId', 'private_office'],
    ['locationId', 'jhamsikhel-loft'],
    ['locationId', 'baluwatar-studios'],
  ])('is rejected for the %s %s, which is not offered', async (field, value) => {
    expect(await failure('unavailable', withKey(order({ [field]: value })))).toEqual({
      code: 'unavailable',
      message: 'This cannot be booked at the moment.',
      fields: { [field]: 'This cannot be booked at the moment' },
    })
  })

  test.each([949_999, 950_001, 1, 0, -950_000, 9_500, 95_000_000])('is rejected at total %d', async (totalAmount) => {
    expect(await failure('price_changed', withKey(order({ totalAmount })))).toEqual({
      code: 'price_changed',
      message: 'The price has changed. Check the new total, then continue.',
      totalAmount: 950_000,
    })
  })

  describe('by the date in Kathmandu', () => {
    test.each([
      ['2026-12-01T18:15:00.000Z', '2026-12-02', '2026-12-01'],
      ['2026-12-31T18:15:00.000Z', '2027-01-01', '2026-12-31'],
      ['2028-02-28T18:15:00.000Z', '2028-02-29', '2028-02-28'],
    ])('is rejected before today, which at %s is %s', async (instant, today, yesterday) => {
      app.clock.set(Date.parse(instant))
      const { fields } = await failure('invalid', withKey(dayPass({ startDate: yesterday })))
      expect(fields).toEqual({ startDate: 'Choose today or a later start date' })
      await call(placeBooking, withKey(dayPass({ startDate: today })))
    })

    test('is rejected in the last second of a day, when the location is closed', async () => {
      app.clock.set(Date.parse('2026-12-01T18:14:59.999Z'))
      const { fields } = await failure('invalid', withKey(dayPass({ startDate: '2026-12-01' })))
      expect(fields?.startDate).toContain('too late to book for today')
    })

    test('is rejected more than 365 days ahead of today', async () => {
      app.clock.set(Date.parse('2026-12-01T18:14:59.999Z'))
      await failure('invalid', withKey(dayPass({ startDate: '2027-12-02' })))
      app.clock.advance(1)
      await call(placeBooking, withKey(dayPass({ startDate: '2027-12-02' })))
    })
  })

  test('a booking of random values is stored as sent or rejected without an unexpected error', async () => {
    const odd = fc.oneof(fc.jsonValue(), anyText, fc.string({ unit: 'grapheme' }))
    const { contactInfo, ...rest } = order({ notes: '', startTime: '09:00', endTime: '17:00', billing: 'monthly' })
    const mostly = (values: object) =>
      fc.record(
        Object.fromEntries(
          Object.entries(values).map(([name, value]) => [
            name,
            fc.oneof({ weight: 8, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: odd }),
          ]),
        ),
      )
    const body = fc.record({ rest: mostly(rest), contactInfo: mostly({ ...contactInfo, company: '' }) })
    await fc.assert(
      fc.asyncProperty(body, async (random) => {
        const sent = { ...random.rest, contactInfo: random.contactInfo }
        const { status, body: response } = await send(placeBooking, withKey(sent))
        expect([201, 400, 409, 422]).toContain(status)
        if (status !== 201) return
        const { bookingId } = response as { bookingId: string }
        const { notes, first_name } = await bookingRow(app, bookingId)
        const text = (value: unknown) => String(value).trim().toWellFormed()
        expect([notes, first_name]).toEqual([text(random.rest.notes), toSingleLine(text(random.contactInfo.firstName))])
      }),
      { numRuns: 200 },
    )
  })
})
