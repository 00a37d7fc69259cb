import { describe, expect, test } from 'vitest'
import { HOLD_CROWDED } from '#contract/bookings.ts'
import { confirmEmailAddress, sendEmailConfirmation } from '#server/bookings/email-confirmation.ts'
import { createBooking, extendBookingHold, readBooking } from '#server/bookings/placement.ts'
import { updateCustomer } from '#server/desk/booking-edits.ts'
import { createPaymentLink } from '#server/desk/payment-link.ts'
import { createWalkInBooking } from '#server/desk/walk-ins.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import { settle } from '#server/payments/settlement.ts'
import { deriveBookingSecret } from '#server/secrets.ts'
import { hashToken } from '#server/staff/sessions.ts'
import { HOUR, MINUTE, mailsTo, rows, stored, type TestApp, untouched, withApp } from '../support/app.ts'
import { someStaff } from '../support/desk.ts'
import { ENGINES } from '../support/engines.ts'
import {
  bookingRow,
  dayPass,
  granted,
  newKey,
  type Order,
  order,
  type Placed,
  placed,
  refusalOf,
} from '../support/orders.ts'
import { emailConfirmed, mailedToken, resize } from '../support/unpaid.ts'

const HOME = '203.0.113.7'
const YEAR = order({ billing: 'annual' })
const contact = (name: string) => ({
  firstName: name,
  lastName: 'Shrestha',
  email: `${name}@example.com`,
  phone: `98410${String(name.charCodeAt(0) * 1_000 + name.length).padStart(5, '0')}`,
})

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })

  const from = async (address: string, sent: Order = dayPass()): Promise<Placed> =>
    granted(await createBooking(app, sent, newKey(), undefined, address))
  const announce = ({ bookingId, secret }: Placed) => startAttempt(app, bookingId, secret, 'bank_transfer')
  const request = ({ bookingId, secret }: Placed) => sendEmailConfirmation(app, bookingId, secret)

  describe('a transfer', () => {
    test('of more than a month is rejected with email_unconfirmed, and accepted once the email is confirmed', async () => {
      const booking = await placed(app, YEAR)
      await untouched(app, async () => {
        expect(refusalOf(await announce(booking)).code).toBe('email_unconfirmed')
      })
      await emailConfirmed(app, booking)
      expect(granted(await readBooking(app, booking.bookingId, booking.secret)).emailConfirmed).toBe(true)
      expect(granted(await announce(booking)).state).toBe('pending')
    })

    test('of more than a month can be paid by an instant method without a confirmed email', async () => {
      const { bookingId, secret } = await placed(app, YEAR)
      expect(granted(await startAttempt(app, bookingId, secret, 'esewa')).state).toBe('pending')
    })

    test('needs a confirmed email beyond 3 unpaid bookings of one contact on one network', async () => {
      const [first, second, third] = [await from(HOME), await from(HOME), await from(HOME)]
      granted(await announce(first))
      granted(await announce(second))
      const fourth = await from(HOME)
      for (const booking of [third, fourth]) expect(refusalOf(await announce(booking)).code).toBe('email_unconfirmed')
      granted(await announce(await from('203.0.113.8')))
      granted(await announce(await from(HOME, dayPass({ contactInfo: contact('Binod') }))))
      await emailConfirmed(app, fourth)
      granted(await announce(fourth))
    })

    test('needs a confirmed email beyond 6 seats of one contact on one network', async () => {
      resize(app, 40)
      const office = order({ planId: 'private-office' })
      granted(await announce(await from(HOME, office)))
      expect(refusalOf(await announce(await from(HOME, office))).code).toBe('email_unconfirmed')
    })

    test('needs a confirmed email beyond 10 unpaid bookings of one IPv6 network, whoever makes them', async () => {
      resize(app, 40)
      const address = (number: number) => `2001:db8:1:2::${number.toString(16)}`
      const bookings = []
      for (let number = 1; number <= 11; number++)
        bookings.push(await from(address(number), dayPass({ contactInfo: contact('x'.repeat(number)) })))
      for (const booking of bookings) expect(refusalOf(await announce(booking)).code).toBe('email_unconfirmed')
      granted(await announce(await from('2001:db8:1:3::1', dayPass({ contactInfo: contact('Chandra') }))))
    })

    test('does not count bookings that are paid, cancelled or expired, nor forgets those that wait', async () => {
      const three = [await from(HOME), await from(HOME), await from(HOME)]
      const [paid, , gone] = three as [Placed, Placed, Placed]
      const { paymentId, amount } = granted(await startAttempt(app, paid.bookingId, paid.secret, 'esewa'))
      const report = { kind: 'paid', amount, providerReference: 'PAID' } as Parameters<typeof settle>[2]
      await settle(app, paymentId, report, 'lookup')
      granted(await createBooking(app, dayPass({ replaces: gone }), newKey(), undefined, HOME))
      granted(await announce(await from(HOME)))
      for (const { bookingId } of [paid, gone])
        expect(await bookingRow(app, bookingId)).toMatchObject({ network: null, email_token: null })
      app.clock.advance(31 * MINUTE)
      const late = [await from(HOME), await from(HOME)]
      granted(await announce(late[0] as Placed))
      expect(refusalOf(await announce(await from(HOME))).code).toBe('email_unconfirmed')
    })

    test('stores no address of a network', async () => {
      await from(HOME)
      expect(JSON.stringify(await stored(app))).not.toContain(HOME)
    })

    test('needs none for a booking made by staff, nor after staff gave a payment link', async () => {
      const staff = await someStaff(app)
      const sent = { ...YEAR, totalAmount: 10_260_000, paid: 'later' } as const
      const { bookingId } = granted(await createWalkInBooking(app, staff, sent, newKey()))
      granted(await startAttempt(app, bookingId, deriveBookingSecret(app.bookingKey, bookingId), 'bank_transfer'))
      const own = await placed(app, YEAR)
      granted(await createPaymentLink(app, staff, own.bookingId, { by: 'copy' }, newKey()))
      granted(await announce(own))
    })
  })

  describe('a request for the link', () => {
    test('mails it to the customer and extends the hold by 30 minutes, once', async () => {
      const booking = await placed(app, YEAR)
      expect(granted(await request(booking))).toEqual({
        email: 'aarati@example.com',
        expiresAt: '2026-12-01T05:15:00.000Z',
      })
      app.clock.advance(2 * MINUTE)
      expect(granted(await request(booking)).expiresAt).toBe('2026-12-01T05:15:00.000Z')
      expect(await mailsTo(app, 'aarati@example.com')).toEqual([
        'Confirm your email: Dhobighat Hub',
        'Confirm your email: Dhobighat Hub',
      ])
    })

    test('mails one link in a minute', async () => {
      const booking = await placed(app, YEAR)
      await Promise.all([request(booking), request(booking), request(booking)])
      expect(await rows(app.db.read, 'mails')).toHaveLength(1)
      const token = await mailedToken(app, booking.bookingId)
      granted(await confirmEmailAddress(app, booking.bookingId, token))
    })

    test('is rejected with too_many after five to one address, from any booking', async () => {
      for (let number = 0; number < 5; number++) granted(await request(await placed(app, YEAR)))
      expect(refusalOf(await request(await placed(app, YEAR))).code).toBe('too_many')
      const other = order({ ...YEAR, contactInfo: contact('Binod') })
      granted(await request(await placed(app, other)))
    })

    test('does not extend the hold on a day that is crowded with holds', async () => {
      resize(app, 2)
      const booking = await placed(app, YEAR)
      await placed(app, dayPass({ startDate: '2027-03-10' }))
      expect(granted(await request(booking)).expiresAt).toBe(booking.expiresAt)
      expect(refusalOf(await extendBookingHold(app, booking.bookingId, booking.secret)).message).toBe(HOLD_CROWDED)
    })

    test('is rejected for a booking that is not held, and with a wrong secret', async () => {
      const booking = await placed(app, YEAR)
      const other = await placed(app)
      await untouched(app, async () => {
        expect(refusalOf(await request({ ...booking, secret: other.secret })).code).toBe('not_found')
      })
      app.clock.advance(30 * MINUTE)
      expect(refusalOf(await request(booking)).code).toBe('not_payable')
    })
  })

  describe('the mailed token', () => {
    test('is stored as a hash, is not the secret, and confirms as often as it is sent', async () => {
      const booking = await placed(app, YEAR)
      granted(await request(booking))
      const token = await mailedToken(app, booking.bookingId)
      expect(token).not.toBe(booking.secret)
      expect((await bookingRow(app, booking.bookingId)).email_token).toBe(hashToken(token))
      for (let time = 0; time < 2; time++)
        expect(granted(await confirmEmailAddress(app, booking.bookingId, token))).toEqual({ confirmed: true })
      expect(refusalOf(await startAttempt(app, booking.bookingId, token, 'bank_transfer')).code).toBe('not_found')
    })

    test('is rejected with not_found when it is wrong, of another booking, replaced or never sent', async () => {
      const [booking, other] = [await placed(app, YEAR), await placed(app, YEAR)]
      granted(await request(booking))
      const token = await mailedToken(app, booking.bookingId)
      await untouched(app, async () => {
        for (const [id, sent] of [
          [booking.bookingId, ''],
          [booking.bookingId, `${token}x`],
          [booking.bookingId, booking.secret],
          [other.bookingId, token],
          [other.bookingId, ''],
          ['BK-1764561600000-ABCD', token],
        ] as const)
          expect(refusalOf(await confirmEmailAddress(app, id, sent)).code).toBe('not_found')
      })
      app.clock.advance(2 * MINUTE)
      granted(await request(booking))
      expect(refusalOf(await confirmEmailAddress(app, booking.bookingId, token)).code).toBe('not_found')
    })

    test('ends with the booking', async () => {
      const booking = await placed(app, YEAR)
      granted(await request(booking))
      const token = await mailedToken(app, booking.bookingId)
      app.clock.advance(2 * HOUR)
      await expireBookings(app)
      expect(refusalOf(await confirmEmailAddress(app, booking.bookingId, token)).code).toBe('not_found')
    })

    test('ends, and so does the confirmation, when staff change the address', async () => {
      const booking = await placed(app, YEAR)
      await emailConfirmed(app, booking)
      const token = await mailedToken(app, booking.bookingId)
      const contactInfo = {
        firstName: 'Aarati',
        lastName: 'Shrestha',
        email: 'new@example.com',
        phone: '9841234567',
        company: '',
      }
      granted(await updateCustomer(app, await someStaff(app), booking.bookingId, { version: 1, contactInfo }))
      expect(refusalOf(await confirmEmailAddress(app, booking.bookingId, token)).code).toBe('not_found')
      expect(refusalOf(await announce(booking)).code).toBe('email_unconfirmed')
    })
  })
})
