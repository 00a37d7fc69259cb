import { describe, expect, test } from 'vitest'
import { readBooking } from '#server/bookings/placement.ts'
import { updateCustomer } from '#server/desk/booking-edits.ts'
import { cancel } from '#server/desk/cancellation.ts'
import { createPaymentLink } from '#server/desk/payment-link.ts'
import { MINUTE, mailsTo, rows, type TestApp, untouched, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { granted, newKey, placed, refusalOf } from '../support/orders.ts'
import { staffMember } from '../support/staff-member.ts'

describe.each(ENGINES)('the link to pay, on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })
  const actions = async () => (await rows(app.db.read, 'audit')).map(({ action }) => action).toSorted()

  test('opens the booking to its customer, is mailed or copied, and stands in the audit', async () => {
    const desk = await staffMember(app, 'desk', ['dhobighat-hub'])
    const { bookingId } = await placed(app)
    const { link } = granted(await createPaymentLink(app, desk, bookingId, { by: 'copy' }, newKey()))
    const secret = new URLSearchParams(new URL(link).hash.slice(1)).get('secret') ?? ''
    expect(granted(await readBooking(app, bookingId, secret)).bookingId).toBe(bookingId)
    expect(await mailsTo(app, 'aarati@example.com')).toEqual([])
    granted(await createPaymentLink(app, desk, bookingId, { by: 'mail' }, newKey()))
    expect((await rows(app.db.read, 'mails'))[0]?.body).toContain(link)
    expect(await actions()).toEqual(['payment_link_copied', 'payment_link_sent'])
    const elsewhere = await staffMember(app, 'desk', ['kausimaa'])
    expect(refusalOf(await createPaymentLink(app, elsewhere, bookingId, { by: 'copy' }, newKey())).code).toBe(
      'not_found',
    )
    granted(await cancel(app, desk, bookingId, { version: 1, reason: 'They called' }))
    expect(refusalOf(await createPaymentLink(app, desk, bookingId, { by: 'copy' }, newKey())).code).toBe('wrong_state')
  })

  test('is mailed once a minute to one address, and not once its time is over', async () => {
    const desk = await staffMember(app, 'desk', ['dhobighat-hub'])
    const { bookingId, expiresAt } = await placed(app)
    const mail = () => createPaymentLink(app, desk, bookingId, { by: 'mail' }, newKey())
    await Promise.all(Array.from({ length: 5 }, async () => granted(await mail())))
    expect(await actions()).toEqual(['payment_link_sent'])
    const contactInfo = {
      firstName: 'Aarati',
      lastName: 'Shrestha',
      company: '',
      email: 'right@example.com',
      phone: '9841234567',
    }
    granted(await updateCustomer(app, desk, bookingId, { version: 1, contactInfo }))
    granted(await mail())
    app.clock.advance(MINUTE)
    granted(await mail())
    expect(await mailsTo(app, 'aarati@example.com')).toHaveLength(1)
    expect(await mailsTo(app, 'right@example.com')).toHaveLength(2)
    app.clock.set(Date.parse(expiresAt))
    await untouched(app, async () => {
      expect(refusalOf(await mail()).code).toBe('wrong_state')
      expect(refusalOf(await createPaymentLink(app, desk, bookingId, { by: 'copy' }, newKey())).code).toBe(
        'wrong_state',
      )
    })
  })
})
