import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { placeBooking } from '#contract/bookings.ts'
import { toSingleLine } from '#domain/contact.ts'
import { setApp } from '#server/open-app.ts'
import { type TestApp, untouched, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { bookingRow, dayPass, order } from '../support/orders.ts'
import { asked, call, raw, refused, send } from '../support/requests.ts'
import { anyText } from '../support/texts.ts'

const contact = (changes: Record<string, unknown>) => ({ contactInfo: { ...order().contactInfo, ...changes } })
const UNKNOWN = 'This field is not known here'
const OFFER = 'Choose one of those on offer'
const WHOLE = 'Enter a whole number from 0 to 1,000,000'

/** What is changed in a good order, and the sentences that answer it. */
const INVALID: [name: string, changes: Record<string, unknown>, fields: Record<string, string>][] = [
  ['a number for an id', { locationId: 5 }, { locationId: 'Send this as text' }],
  ['no id', { planId: undefined }, { planId: 'This field is missing' }],
  ['empty ids', { locationId: '', planId: '' }, { locationId: 'Choose a location', planId: 'Choose a plan' }],
  ['an unknown location', { locationId: 'thamel-hub' }, { locationId: OFFER }],
  ['an unknown plan', { planId: 'virtual' }, { planId: OFFER }],
  ['an unknown add-on', { addOns: ['phone-line'] }, { addOns: OFFER }],
  ['an add-on twice', { addOns: ['virtual-office', 'virtual-office'] }, { addOns: 'Choose each of these only once' }],
  ['an add-on that is none', { addOns: [null] }, { addOns: 'Send this as text' }],
  ['more add-ons than there are', { addOns: Array(21).fill('virtual-office') }, { addOns: 'Send at most 20' }],
  ['text for a list', { addOns: 'virtual-office' }, { addOns: 'Send this as a list' }],
  ['an unknown billing', { billing: 'daily' }, { billing: 'Send one of: weekly, monthly, annual' }],
  [
    'the name of an object’s own part',
    { locationId: 'constructor', planId: '__proto__' },
    { locationId: OFFER, planId: OFFER },
  ],

  ['yesterday', { startDate: '2026-11-30' }, { startDate: 'Choose a start date from today on' }],
  ['the last century', { startDate: '1900-01-01' }, { startDate: 'Choose a start date from today on' }],
  ['a start in 366 days', { startDate: '2027-12-02' }, { startDate: 'Choose a start date within 365 days' }],
  ['an end before the start', { endDate: '2026-12-09' }, { endDate: 'The end date cannot be before the start date' }],
  ['367 days', { endDate: '2027-12-12' }, { endDate: 'Choose an end date so that at most 366 days are covered' }],
  ['a day of no month', { startDate: '2027-02-29' }, { startDate: 'Enter a date like 2026-12-10' }],
  ['no date at all', { startDate: '' }, { startDate: 'Choose a start date' }],
  ['an instant for a date', { startDate: '2026-12-10T00:00:00Z' }, { startDate: 'Enter a date like 2026-12-10' }],
  ['seconds in a time', { endTime: '17:00:00' }, { endTime: 'Enter a time like 09:30' }],
  ['an end that is no date', { endDate: 'tomorrow' }, { endDate: 'Enter a date like 2026-12-10' }],
  ['milliseconds for a date', { startDate: 1_796_098_500_000 }, { startDate: 'Send this as text' }],
  ['a time that no clock shows', { startTime: '24:00' }, { startTime: 'Enter a time like 09:30' }],
  [
    'a time before the doors open',
    { startTime: '05:59' },
    { startTime: 'Choose a time within the opening hours of the day' },
  ],
  [
    'a time after the doors close',
    { endTime: '22:01' },
    { endTime: 'Choose a time within the opening hours of the day' },
  ],
  [
    'an end before its beginning',
    { startTime: '12:00', endTime: '12:00' },
    { endTime: 'The end time must be after the start time' },
  ],

  ['a negative counter', { guestPasses: -1 }, { guestPasses: WHOLE }],
  ['half an hour', { meetingRoomHours: 0.5 }, { meetingRoomHours: 'Send this as a whole number' }],
  ['a counter beyond counting', { meetingRoomHours: 1_000_001 }, { meetingRoomHours: WHOLE }],
  ['a counter beyond exactness', { guestPasses: 2 ** 53 }, { guestPasses: 'Send at most 9007199254740991' }],
  ['a counter beyond the stars', { guestPasses: 1e308 }, { guestPasses: 'Send at most 9007199254740991' }],
  ['a counter that is not a number', { guestPasses: Number.NaN }, { guestPasses: 'Send this as a number' }],
  ['text for a counter', { meetingRoomHours: '2' }, { meetingRoomHours: 'Send this as a number' }],
  ['a list for a counter', { meetingRoomHours: [2] }, { meetingRoomHours: 'Send this as a number' }],

  ['an amount', { amount: 1 }, { amount: UNKNOWN }],
  ['lines', { lines: [], price: 0, discount: 100 }, { lines: UNKNOWN, price: UNKNOWN, discount: UNKNOWN }],
  [
    'a state, an id, a secret',
    { state: 'confirmed', id: 'x', secret: 'x' },
    { state: UNKNOWN, id: UNKNOWN, secret: UNKNOWN },
  ],
  ['a total of half a paisa', { totalAmount: 950_000.5 }, { totalAmount: 'Send this as a whole number' }],
  ['a total in words', { totalAmount: '950000' }, { totalAmount: 'Send this as a number' }],
  ['another currency', { currency: 'USD' }, { currency: 'Send one of: NPR' }],

  [
    'nobody',
    contact({ firstName: '', lastName: ' \t', email: '', phone: ' ' }),
    {
      firstName: 'Enter a first name',
      lastName: 'Enter a last name',
      email: 'Enter an email address like name@example.com',
      phone: 'Enter a phone number',
    },
  ],
  ['no contact', { contactInfo: null }, { contactInfo: 'Send this as a JSON object' }],
  ['half an address', contact({ email: 'aarati@' }), { email: 'Enter an email address like name@example.com' }],
  ['two addresses', contact({ email: 'a@b.co,c@d.co' }), { email: 'Enter an email address like name@example.com' }],
  [
    'a header for an address',
    contact({ email: 'a@b.co\r\nBcc: c@d.co' }),
    { email: 'Enter an email address like name@example.com' },
  ],
  ['six digits', contact({ phone: '123456' }), { phone: 'Enter a phone number of 7 to 15 digits' }],
  ['a word for a number', contact({ phone: 'call me maybe' }), { phone: 'Enter a phone number of 7 to 15 digits' }],
  ['a long name', contact({ firstName: 'x'.repeat(121) }), { firstName: 'This text is too long' }],
  ['a longer name', contact({ lastName: 'x'.repeat(201) }), { lastName: 'Send at most 200 characters' }],
  ['a role', contact({ role: 'owner' }), { role: UNKNOWN }],
  ['a long note', { notes: 'x'.repeat(2_001) }, { notes: 'Send at most 2000 characters' }],
]

describe.each(ENGINES)('on %s, nothing is stored of a booking', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
    setApp(app)
  })

  test.each(INVALID)('with %s', async (_, changes, fields) => {
    await untouched(app, async () => {
      const failure = await refused('invalid', placeBooking, asked({ ...order(), ...changes }))
      expect(failure).toEqual({
        code: 'invalid',
        message: 'Some of what was sent cannot be used. See the fields.',
        fields,
      })
    })
  })

  test.each([
    ['a list', []],
    ['null', null],
    ['text', 'order'],
    ['a number', 1],
    ['true', true],
  ])('that is %s', async (_, body) => {
    await untouched(app, async () => {
      const { fields } = await refused('invalid', placeBooking, asked(body))
      expect(fields).toEqual({ body: 'Send this as a JSON object' })
    })
  })

  test('that is empty', async () => {
    await untouched(app, async () => {
      const { fields = {} } = await refused('invalid', placeBooking, asked({}))
      expect(Object.keys(fields)).toEqual([
        'locationId',
        'planId',
        'startDate',
        'addOns',
        'meetingRoomHours',
        'guestPasses',
        'contactInfo',
      ])
      expect(new Set(Object.values(fields))).toEqual(new Set(['This field is missing']))
    })
  })

  test('that reaches for the prototype', async () => {
    await untouched(app, async () => {
      for (const text of [
        `{"__proto__":{"isAdmin":true},${JSON.stringify(order()).slice(1)}`,
        JSON.stringify(order()).replace('"contactInfo":{', '"contactInfo":{"__proto__":{"isAdmin":true},'),
      ]) {
        const { fields = {} } = await refused('invalid', placeBooking, raw(text))
        expect(Object.entries(fields)).toEqual([['__proto__', UNKNOWN]])
      }
      expect({}).not.toHaveProperty('isAdmin')
    })
  })

  test.each([
    ['a plan', { planId: 'private-office' }, { planId: 'This cannot be booked at the moment' }],
    ['a location', { locationId: 'jhamsikhel-loft' }, { locationId: 'This cannot be booked at the moment' }],
    ['a location', { locationId: 'baluwatar-studios' }, { locationId: 'This cannot be booked at the moment' }],
  ])('of %s that is not on offer', async (_, changes, fields) => {
    await untouched(app, async () => {
      expect(await refused('unavailable', placeBooking, asked(order(changes)))).toEqual({
        code: 'unavailable',
        message: 'This cannot be booked at the moment.',
        fields,
      })
    })
  })

  test.each([949_999, 1, 0, -950_000, 9_500])('whose total is said to be %d', async (totalAmount) => {
    await untouched(app, async () => {
      const failure = await refused('price_changed', placeBooking, asked(order({ totalAmount })))
      expect(failure).toEqual({
        code: 'price_changed',
        message: 'The price is not the one you were shown. Look at the new total, then go on.',
        totalAmount: 950_000,
      })
    })
  })

  describe('for a day that is over in Kathmandu', () => {
    test.each([
      ['2026-12-01T18:15:00.000Z', '2026-12-02', '2026-12-01'],
      ['2026-12-31T18:15:00.000Z', '2027-01-01', '2026-12-31'],
      ['2028-02-28T18:15:00.000Z', '2028-02-29', '2028-02-28'],
    ])('at %s today is %s', async (instant, today, yesterday) => {
      app.clock.set(Date.parse(instant))
      await untouched(app, async () => {
        const { fields } = await refused('invalid', placeBooking, asked(dayPass({ startDate: yesterday })))
        expect(fields).toEqual({ startDate: 'Choose a start date from today on' })
      })
      await call(placeBooking, asked(dayPass({ startDate: today })))
    })

    test('in the last second of a day, which is today and closed', async () => {
      app.clock.set(Date.parse('2026-12-01T18:14:59.999Z'))
      await untouched(app, async () => {
        const { fields } = await refused('invalid', placeBooking, asked(dayPass({ startDate: '2026-12-01' })))
        expect(fields?.startDate).toContain('too late to book for today')
      })
    })

    test('at most 365 days ahead of that today', async () => {
      app.clock.set(Date.parse('2026-12-01T18:14:59.999Z'))
      await untouched(app, () => refused('invalid', placeBooking, asked(dayPass({ startDate: '2027-12-02' }))))
      app.clock.advance(1)
      await call(placeBooking, asked(dayPass({ startDate: '2027-12-02' })))
    })
  })

  test('whatever it is made of: it is stored as it was sent or refused, and nothing breaks', async () => {
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
      fc.asyncProperty(body, async (made) => {
        const sent = { ...made.rest, contactInfo: made.contactInfo }
        const { status, body: answer } = await send(placeBooking, asked(sent))
        expect([201, 400, 409, 422]).toContain(status)
        if (status !== 201) return
        const { bookingId } = answer as { bookingId: string }
        const { notes, first_name } = await bookingRow(app, bookingId)
        const text = (value: unknown) => String(value).trim().toWellFormed()
        expect([notes, first_name]).toEqual([text(made.rest.notes), toSingleLine(text(made.contactInfo.firstName))])
      }),
      { numRuns: 200 },
    )
  })
})
