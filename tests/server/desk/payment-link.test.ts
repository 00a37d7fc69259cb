import { expect, test } from 'vitest'
import { readOwnCalendar } from '#server/bookings/calendar.ts'
import { readBooking } from '#server/bookings/placement.ts'
import { cancelAsCustomer } from '#server/customers/cancellation.ts'
import { changeOwnDetails } from '#server/customers/details.ts'
import { updateCustomer } from '#server/desk/booking-edits.ts'
import { cancel } from '#server/desk/cancellation.ts'
import { createPaymentLink } from '#server/desk/payment-link.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import { settle } from '#server/payments/settlement.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { auditEntries, describeOnEachEngine, emailsTo, MINUTE, rows } from '../../support/app.ts'
import { granted, newKey, order, placed } from '../../support/orders.ts'
import { atOnce, codeOf, rejection } from '../../support/outcomes.ts'
import { paid } from '../../support/payments.ts'
import { staffMember } from '../../support/staff-member.ts'

describeOnEachEngine('the payment link on %s', (app) => {
  const actions = async () => (await auditEntries(app)).map(({ action }) => action)
  const copy = (staff: Staff, id: string) => createPaymentLink(app, staff, id, { delivery: 'copy' }, newKey())

  test('opens the booking for its customer, by email or copied, with an audit entry', async () => {
    const desk = await staffMember(app, 'desk', ['dhobighat-hub'])
    const { bookingId } = await placed(app)
    const { link } = granted(await copy(desk, bookingId))
    const secret = new URLSearchParams(new URL(link).hash.slice(1)).get('secret') ?? ''
    expect(granted(await readBooking(app, bookingId, secret)).bookingId).toBe(bookingId)
    expect(await emailsTo(app, 'aarati@example.com')).toEqual([])
    granted(await createPaymentLink(app, desk, bookingId, { delivery: 'email' }, newKey()))
    expect((await rows(app.db.read, 'emails'))[0]?.body).toContain(link)
    expect(await actions()).toEqual(['payment_link_copied', 'payment_link_sent'])
    const elsewhere = await staffMember(app, 'desk', ['kausimaa'])
    expect(codeOf(await copy(elsewhere, bookingId))).toBe('not_found')
    granted(await cancel(app, desk, bookingId, { version: 1, reason: 'They called' }))
    expect(codeOf(await copy(desk, bookingId))).toBe('wrong_state')
  })

  test('allows to read and pay the booking, and to change nothing', async () => {
    const desk = await staffMember(app, 'desk', ['dhobighat-hub'])
    const { bookingId: id, secret: own } = await placed(app)
    const { link } = granted(await copy(desk, id))
    const secret = new URLSearchParams(new URL(link).hash.slice(1)).get('secret') ?? ''
    const { paymentId, amount } = granted(await startAttempt(app, id, secret, 'esewa'))
    await settle(app, paymentId, paid(amount), 'lookup')
    expect(granted(await readBooking(app, id, own)).actions).toMatchObject({ cancel: { refund: amount }, resend: true })
    expect(granted(await readBooking(app, id, secret))).toMatchObject({
      status: 'confirmed',
      actions: {
        cancel: null,
        move: null,
        renew: null,
        hours: null,
        changeDetails: false,
        resend: false,
        refundAccount: false,
      },
    })
    const refusals = [
      () => cancelAsCustomer(app, { id, secret }, {}, newKey()),
      () => changeOwnDetails(app, { id, secret }, { company: 'One' }, newKey()),
      () => readOwnCalendar(app, id, secret),
    ]
    for (const call of refusals) expect((await rejection(app, call)).code).toBe('not_found')
  })

  test('is emailed once a minute per address, and rejected after the hold expires', async () => {
    const desk = await staffMember(app, 'desk', ['dhobighat-hub'])
    const { bookingId, expiresAt } = await placed(app)
    const email = () => createPaymentLink(app, desk, bookingId, { delivery: 'email' }, newKey())
    await atOnce(5, async () => granted(await email()))
    expect(await actions()).toEqual(['payment_link_sent'])
    const contactInfo = { ...order().contactInfo, company: '', email: 'right@example.com' }
    granted(await updateCustomer(app, desk, bookingId, { version: 1, contactInfo }))
    granted(await email())
    app.clock.advance(MINUTE)
    granted(await email())
    expect(await emailsTo(app, 'aarati@example.com')).toHaveLength(1)
    expect(await emailsTo(app, 'right@example.com')).toHaveLength(2)
    app.clock.set(Date.parse(expiresAt))
    for (const link of [email, () => copy(desk, bookingId)])
      expect((await rejection(app, link)).code).toBe('wrong_state')
  })
})
