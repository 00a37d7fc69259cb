import { expect, test } from 'vitest'
import { buildBookingLink, buildPaymentLink, getBookingSecret } from '#server/bookings/access.ts'
import { readOwnCalendar } from '#server/bookings/calendar.ts'
import { createBooking, readBooking } from '#server/bookings/placement.ts'
import { changeOwnDetails } from '#server/customers/details.ts'
import { answerLinkRequests, findBookings } from '#server/customers/find.ts'
import { updateCustomer } from '#server/desk/booking-edits.ts'
import { replaceLink } from '#server/desk/link-replacement.ts'
import { createPaymentLink } from '#server/desk/payment-link.ts'
import { sendDueEmails } from '#server/mail/outbox.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { auditEntries, describeOnEachEngine, emailsTo, expectNothingStored, rows } from '../../support/app.ts'
import { bookingRow, dayPass, granted, newKey, order, placed } from '../../support/orders.ts'
import { atOnce, codeOf, rejection, versionOf } from '../../support/outcomes.ts'
import { paidBooking } from '../../support/payments.ts'
import { staffMember } from '../../support/staff-member.ts'

const AARATI = 'aarati@example.com'

describeOnEachEngine('replacing the link of a booking on %s', (app) => {
  const replace = async (by: Staff, id: string, key = newKey()) =>
    replaceLink(app, by, id, { version: await versionOf(app, id) }, key)
  /** The secret in the newest email about a new link. */
  async function mailedSecret(id: string): Promise<string> {
    const emails = (await rows(app.db.read, 'emails')).filter(({ subject }) => subject.startsWith('New link'))
    const links = emails.flatMap(({ body }) => [...body.matchAll(/\/your-booking#(\S+)\.(\S+)/g)])
    const [, mailed, secret] = links.at(-1) ?? []
    expect(mailed).toBe(id)
    return secret ?? ''
  }

  test('replaces it in emails that were not sent yet', async () => {
    const desk = await staffMember(app, 'desk', ['dhobighat-hub'])
    const { bookingId: id, secret } = await paidBooking(app)
    const links = async () => (await rows(app.db.read, 'emails')).map(({ body, html }) => `${body}${html}`)
    expect((await links()).join('')).toContain(secret)
    granted(await replace(desk, id))
    const renewed = await mailedSecret(id)
    expect((await links()).join('')).not.toContain(secret)
    for (const text of await links()) expect(text).toContain(renewed)
  })

  test('replaces it in a queued email with the links of several bookings, and in a queued payment link', async () => {
    const desk = await staffMember(app, 'desk', ['dhobighat-hub'])
    const other = await paidBooking(app, dayPass({ startDate: '2026-12-08' }))
    const { bookingId: id } = await placed(app)
    const { link } = granted(await createPaymentLink(app, desk, id, { delivery: 'email' }, newKey()))
    await findBookings(app, { kind: 'email', value: AARATI })
    await answerLinkRequests(app)
    const before = await bookingRow(app, id)
    granted(await replace(desk, id))
    const after = await bookingRow(app, id)
    const emails = await rows(app.db.read, 'emails')
    const find = (subject: string) => emails.find((email) => email.subject.startsWith(subject))?.body
    expect(find('The links of your bookings')).toContain(buildBookingLink(app, after))
    expect(find('The links of your bookings')).toContain(`${other.bookingId}.${other.secret}`)
    expect(find('Complete your payment')).toContain(buildPaymentLink(app, after))
    for (const { body, html } of emails)
      for (const secret of [getBookingSecret(app, before), link.split('secret=')[1] ?? link])
        expect(`${body}${html}`).not.toContain(secret)
  })

  test('leaves emails that were sent as they are', async () => {
    const { bookingId: id, secret } = await paidBooking(app)
    app.mailer = async () => {}
    await sendDueEmails(app)
    granted(await replace(await staffMember(app), id))
    const sent = (await rows(app.db.read, 'emails')).filter(({ sent_at }) => sent_at !== null)
    expect(sent.map(({ body }) => body.includes(secret))).toEqual([true])
  })

  test('ends the old link at once, for payments too, and emails a new one', async () => {
    const desk = await staffMember(app, 'desk', ['dhobighat-hub'])
    const { bookingId: id, secret } = await placed(app)
    granted(await replace(desk, id))
    expect(await emailsTo(app, AARATI)).toEqual(['New link to your booking at Dhobighat Hub'])
    await expectNothingStored(app, async () => {
      expect(codeOf(await readBooking(app, id, secret))).toBe('not_found')
      expect(codeOf(await startAttempt(app, id, secret, 'esewa'))).toBe('not_found')
      expect(codeOf(await readOwnCalendar(app, id, secret))).toBe('not_found')
      expect(codeOf(await changeOwnDetails(app, { id, secret }, { company: 'One' }, newKey()))).toBe('not_found')
    })
    const renewed = await mailedSecret(id)
    expect(renewed).not.toBe(secret)
    expect(granted(await readBooking(app, id, renewed)).bookingId).toBe(id)
    granted(await startAttempt(app, id, renewed, 'esewa'))
    expect(await auditEntries(app)).toMatchObject([
      { action: 'link_reissued', actor: desk.email, subject_id: id, after: JSON.stringify({ recipient: AARATI }) },
    ])
  })

  test('ends every earlier link when it is repeated', async () => {
    const desk = await staffMember(app)
    const { bookingId: id, secret } = await paidBooking(app)
    granted(await replace(desk, id))
    const second = await mailedSecret(id)
    granted(await replace(desk, id))
    for (const ended of [secret, second]) expect(codeOf(await readBooking(app, id, ended))).toBe('not_found')
    expect((await bookingRow(app, id)).secret_version).toBe(2)
  })

  test('is done once per key, also of several at once, and rejected for an earlier version', async () => {
    const desk = await staffMember(app)
    const { bookingId: id } = await placed(app)
    const key = newKey()
    await atOnce(3, async () => granted(await replaceLink(app, desk, id, { version: 1 }, key)))
    expect(await bookingRow(app, id)).toMatchObject({ secret_version: 1, version: 2 })
    expect(await emailsTo(app, AARATI)).toHaveLength(1)
    const outdated = await rejection(app, () => replaceLink(app, desk, id, { version: 1 }, newKey()))
    expect(outdated).toMatchObject({ code: 'changed_meanwhile', current: { version: 2 } })
    const mismatch = await rejection(app, () => replaceLink(app, desk, id, { version: 2 }, key))
    expect(mismatch.code).toBe('idempotency_mismatch')
  })

  test('is limited to the own locations', async () => {
    const elsewhere = await staffMember(app, 'desk', ['kausimaa'])
    const { bookingId } = await placed(app)
    expect((await rejection(app, () => replace(elsewhere, bookingId))).code).toBe('not_found')
  })

  test('ends the link of a customer without an email, and sends none', async () => {
    const desk = await staffMember(app)
    const { bookingId: id, secret } = await placed(app)
    const contactInfo = { ...order().contactInfo, company: '', email: '' }
    granted(await updateCustomer(app, desk, id, { version: 1, contactInfo }))
    granted(await replace(desk, id))
    expect(codeOf(await readBooking(app, id, secret))).toBe('not_found')
    expect(await rows(app.db.read, 'emails')).toEqual([])
    expect((await auditEntries(app)).at(-1)).toMatchObject({ action: 'link_reissued', after: null })
  })

  test('keeps the new secret from the repeated request of the placement', async () => {
    const key = newKey()
    const { bookingId: id, secret } = await placed(app, order(), key)
    granted(await replace(await staffMember(app), id))
    const repeated = granted(await createBooking(app, order(), key))
    expect(repeated).toMatchObject({ bookingId: id, secret })
    expect(codeOf(await readBooking(app, id, repeated.secret))).toBe('not_found')
  })
})
