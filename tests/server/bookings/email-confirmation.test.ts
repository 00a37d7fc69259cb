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
import { describeOnEachEngine, emailsTo, expectNothingStored, HOUR, MINUTE, rows, stored } from '../../support/app.ts'
import { contact } from '../../support/memberships.ts'
import {
  bookingRow,
  dayPass,
  failureOf,
  granted,
  newKey,
  type Order,
  order,
  type Placed,
  placed,
} from '../../support/orders.ts'
import { codeOf, rejection, runAfter } from '../../support/outcomes.ts'
import { paid } from '../../support/payments.ts'
import { someStaff } from '../../support/staff-accounts.ts'
import { emailConfirmed, emailedToken, resize } from '../../support/unpaid-transfers.ts'

const HOME = '203.0.113.7'
const YEAR = order({ billing: 'annual' })
/** Another customer, with another phone number. */
const customer = (name: string) => ({
  contactInfo: { ...contact(name).contactInfo, phone: `98410${name.charCodeAt(0) * 1_000 + name.length}` },
})

describeOnEachEngine('on %s', (app) => {
  const from = async (address: string, sent: Order = dayPass()): Promise<Placed> =>
    granted(await createBooking(app, sent, newKey(), { address }))
  const announce = ({ bookingId, secret }: Placed) => startAttempt(app, bookingId, secret, 'bank_transfer')
  const request = ({ bookingId, secret }: Placed) => sendEmailConfirmation(app, bookingId, secret)

  describe('a transfer', () => {
    test('is rejected with email_unconfirmed beyond a month, and accepted once the email is confirmed', async () => {
      const other = await placed(app, YEAR)
      expect(granted(await startAttempt(app, other.bookingId, other.secret, 'esewa')).state).toBe('pending')
      const booking = await placed(app, YEAR)
      const read = async () => granted(await readBooking(app, booking.bookingId, booking.secret))
      expect(await rejection(app, () => announce(booking))).toMatchObject({ code: 'email_unconfirmed' })
      expect(await read()).toMatchObject({ needsEmailConfirmed: true })
      await emailConfirmed(app, booking)
      expect(await read()).toMatchObject({ emailConfirmed: true })
      expect(await read()).not.toHaveProperty('needsEmailConfirmed')
      expect(granted(await announce(booking)).state).toBe('pending')
    })

    test('needs a confirmed email beyond 3 unpaid bookings of one contact on one network, without storing its address', async () => {
      const [first, second, third] = [await from(HOME), await from(HOME), await from(HOME)]
      granted(await announce(first))
      granted(await announce(second))
      const fourth = await from(HOME)
      for (const booking of [third, fourth]) expect(codeOf(await announce(booking))).toBe('email_unconfirmed')
      expect(JSON.stringify(await stored(app))).not.toContain(HOME)
      granted(await announce(await from('203.0.113.8')))
      granted(await announce(await from(HOME, dayPass(customer('Binod')))))
      await emailConfirmed(app, fourth)
      granted(await announce(fourth))
    })

    test('needs a confirmed email beyond 6 seats of one contact on one network', async () => {
      resize(app, 40)
      const office = order({ planId: 'private-office' })
      granted(await announce(await from(HOME, office)))
      expect(codeOf(await announce(await from(HOME, office)))).toBe('email_unconfirmed')
    })

    test('needs a confirmed email beyond 10 unpaid bookings of one IPv6 network', async () => {
      resize(app, 40)
      const address = (number: number) => `2001:db8:1:2::${number.toString(16)}`
      const bookings = []
      for (let number = 1; number <= 11; number++)
        bookings.push(await from(address(number), dayPass(customer('x'.repeat(number)))))
      for (const booking of bookings) expect(codeOf(await announce(booking))).toBe('email_unconfirmed')
      granted(await announce(await from('2001:db8:1:3::1', dayPass(customer('Chandra')))))
    })

    test('does not count paid, cancelled or expired bookings, but counts pending ones', async () => {
      const three = [await from(HOME), await from(HOME), await from(HOME)]
      const [done, , replaced] = three as [Placed, Placed, Placed]
      const { paymentId, amount } = granted(await startAttempt(app, done.bookingId, done.secret, 'esewa'))
      await settle(app, paymentId, paid(amount), 'lookup')
      granted(await createBooking(app, dayPass({ replaces: replaced }), newKey(), { address: HOME }))
      granted(await announce(await from(HOME)))
      for (const { bookingId } of [done, replaced])
        expect(await bookingRow(app, bookingId)).toMatchObject({ network: null, email_token: null })
      app.clock.advance(31 * MINUTE)
      const late = [await from(HOME), await from(HOME)]
      granted(await announce(late[0] as Placed))
      expect(codeOf(await announce(await from(HOME)))).toBe('email_unconfirmed')
    })

    test('needs no confirmed email for a booking made by staff or after staff created a payment link', async () => {
      const staff = await someStaff(app)
      const sent = { ...YEAR, totalAmount: 10_260_000, paid: 'later' } as const
      const { bookingId } = granted(await createWalkInBooking(app, staff, sent, newKey()))
      granted(await startAttempt(app, bookingId, deriveBookingSecret(app.bookingKey, bookingId), 'bank_transfer'))
      const own = await placed(app, YEAR)
      granted(await createPaymentLink(app, staff, own.bookingId, { delivery: 'copy' }, newKey()))
      granted(await announce(own))
    })
  })

  describe('a request for the link', () => {
    test('emails it to the customer and extends the hold by 30 minutes, once', async () => {
      const booking = await placed(app, YEAR)
      for (let time = 0; time < 2; time++) {
        const response = { email: 'aarati@example.com', expiresAt: '2026-12-01T05:15:00.000Z' }
        expect(granted(await request(booking))).toEqual(response)
        app.clock.advance(2 * MINUTE)
      }
      expect(await emailsTo(app, 'aarati@example.com')).toEqual(Array(2).fill('Confirm your email: Dhobighat Hub'))
    })

    test('emails one link in a minute', async () => {
      const booking = await placed(app, YEAR)
      await Promise.all([request(booking), request(booking), request(booking)])
      expect(await rows(app.db.read, 'emails')).toHaveLength(1)
      const token = await emailedToken(app, booking.bookingId)
      granted(await confirmEmailAddress(app, booking.bookingId, token))
    })

    test('is rejected with too_many after five to one address, from any booking', async () => {
      for (let number = 0; number < 5; number++) granted(await request(await placed(app, YEAR)))
      expect(codeOf(await request(await placed(app, YEAR)))).toBe('too_many')
      granted(await request(await placed(app, { ...YEAR, ...customer('Binod') })))
    })

    test('does not extend the hold on a day that is crowded with holds', async () => {
      resize(app, 2)
      const booking = await placed(app, YEAR)
      await placed(app, dayPass({ startDate: '2027-03-10' }))
      expect(granted(await request(booking)).expiresAt).toBe(booking.expiresAt)
      expect(failureOf(await extendBookingHold(app, booking.bookingId, booking.secret)).message).toBe(HOLD_CROWDED)
    })

    test('is rejected for a booking that is not held, and with a wrong secret', async () => {
      const booking = await placed(app, YEAR)
      const other = await placed(app)
      const failure = await rejection(app, () => request({ ...booking, secret: other.secret }))
      expect(failure.code).toBe('not_found')
      app.clock.advance(30 * MINUTE)
      expect(codeOf(await request(booking))).toBe('not_payable')
    })
  })

  describe('the emailed token', () => {
    /** A booking whose link was emailed, and the token of the link. */
    async function emailed() {
      const booking = await placed(app, YEAR)
      granted(await request(booking))
      return { booking, token: await emailedToken(app, booking.bookingId) }
    }
    test('is stored as a hash, is not the secret, and confirms as often as it is sent', async () => {
      const { booking, token } = await emailed()
      expect(token).not.toBe(booking.secret)
      expect((await bookingRow(app, booking.bookingId)).email_token).toBe(hashToken(token))
      for (let time = 0; time < 2; time++)
        expect(granted(await confirmEmailAddress(app, booking.bookingId, token))).toEqual({ confirmed: true })
      expect(codeOf(await startAttempt(app, booking.bookingId, token, 'bank_transfer'))).toBe('not_found')
    })

    test('is rejected with not_found when it is wrong, of another booking, replaced or never sent', async () => {
      const other = await placed(app, YEAR)
      const { booking, token } = await emailed()
      await expectNothingStored(app, async () => {
        for (const [id, sent] of [
          [booking.bookingId, ''],
          [booking.bookingId, `${token}x`],
          [booking.bookingId, booking.secret],
          [other.bookingId, token],
          [other.bookingId, ''],
          ['BK-1764561600000-ABCD', token],
        ] as const)
          expect(codeOf(await confirmEmailAddress(app, id, sent))).toBe('not_found')
      })
      app.clock.advance(2 * MINUTE)
      granted(await request(booking))
      expect(codeOf(await confirmEmailAddress(app, booking.bookingId, token))).toBe('not_found')
    })

    test('is invalid once the booking has expired', async () => {
      const { booking, token } = await emailed()
      await runAfter(app, 2 * HOUR, expireBookings)
      expect(codeOf(await confirmEmailAddress(app, booking.bookingId, token))).toBe('not_found')
    })

    test('is invalid, like the confirmation, after staff changed the email address', async () => {
      const booking = await placed(app, YEAR)
      await emailConfirmed(app, booking)
      const token = await emailedToken(app, booking.bookingId)
      const contactInfo = { ...order().contactInfo, email: 'new@example.com', company: '' }
      granted(await updateCustomer(app, await someStaff(app), booking.bookingId, { version: 1, contactInfo }))
      expect(codeOf(await confirmEmailAddress(app, booking.bookingId, token))).toBe('not_found')
      expect(codeOf(await announce(booking))).toBe('email_unconfirmed')
    })
  })
})
