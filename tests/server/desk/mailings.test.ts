import { beforeEach, expect, test } from 'vitest'
import { sendMailing } from '#contract/admin/mailings.ts'
import { createMailing, readMailingPreview, withdrawMailing } from '#server/desk/mailings.ts'
import type { EmailMessage } from '#server/mail/mailer.ts'
import { sendDueEmails } from '#server/mail/outbox.ts'
import { deleteOldRows } from '#server/retention.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { auditEntries, describeOnEachEngine, execute, HOUR, kathmandu, rows } from '../../support/app.ts'
import { type MailingInput, mailingOf } from '../../support/mailings.ts'
import { dayPass, failureOf, granted, newKey, type Order, order, placed, transitionTo } from '../../support/orders.ts'
import { atOnce, codeOf, rejection } from '../../support/outcomes.ts'
import { paidBooking } from '../../support/payments.ts'
import { rejected } from '../../support/requests.ts'
import { account, TestBrowser } from '../../support/staff-accounts.ts'
import { staffMember } from '../../support/staff-member.ts'

const SUBJECT = 'No water in the morning'

const from = (firstName: string, email = `${firstName.toLowerCase()}@example.com`): Partial<Order> => ({
  contactInfo: { firstName, lastName: 'Rai', email, phone: '9841234567' },
})

describeOnEachEngine('a mailing to everyone who comes, on %s,', (app) => {
  let manager: Staff
  beforeEach(async () => {
    manager = await staffMember(app, 'manager')
  })
  const create = (over: Partial<MailingInput> = {}, key = newKey()) => createMailing(app, manager, mailingOf(over), key)
  const queued = async () => (await rows(app.db.read, 'emails')).filter(({ mailing_id }) => mailing_id !== null)
  const recipients = async () => (await queued()).map(({ recipient }) => recipient.toLowerCase()).toSorted()

  /** Sends what is due after this time and returns the mailing's emails among it. */
  async function sendAfter(milliseconds: number): Promise<EmailMessage[]> {
    const sent: EmailMessage[] = []
    app.mailer = async (email) => void sent.push(email)
    app.clock.advance(milliseconds)
    await sendDueEmails(app)
    return sent.filter(({ subject }) => subject === SUBJECT)
  }

  test('is one email for each address of the confirmed bookings of the day', async () => {
    await paidBooking(app, order(from('Asha')))
    await paidBooking(app, dayPass({ ...from('Asha', 'ASHA@Example.com'), startDate: '2026-12-10' }))
    await paidBooking(app, order({ ...from('Bikash'), startDate: '2026-12-03' }))
    await paidBooking(app, dayPass({ ...from('Before'), startDate: '2026-12-09' }))
    await paidBooking(app, dayPass({ ...from('After'), startDate: '2026-12-11' }))
    await paidBooking(app, order({ ...from('Elsewhere'), locationId: 'kausimaa' }))
    await placed(app, order(from('Unpaid')))
    const cancelled = await paidBooking(app, order(from('Cancelled')))
    await transitionTo(app, cancelled.bookingId, 'cancelled')
    const walkIn = await paidBooking(app, order(from('Nameless')))
    await execute(app, (db) => db.updateTable('bookings').set({ email: '' }).where('id', '=', walkIn.bookingId))

    const preview = granted(await readMailingPreview(app, mailingOf()))
    expect(preview).toMatchObject({ recipients: ['Asha Rai', 'Bikash Rai'], withoutEmail: ['Nameless Rai'] })
    expect(granted(await create())).toEqual({
      mailingId: expect.any(String),
      recipients: 2,
      undoUntil: '2026-12-01T04:15:30.000Z',
      undone: false,
    })
    expect(await recipients()).toEqual(['asha@example.com', 'bikash@example.com'])
  })

  test('has the text, its recipient’s name and link, and a preview without the secret', async () => {
    const { bookingId, secret } = await paidBooking(app)
    const { text } = granted(await readMailingPreview(app, mailingOf()))
    granted(await create())
    const [email] = await queued()
    expect(email).toMatchObject({ subject: SUBJECT, booking_id: bookingId })
    for (const part of ['Hello Aarati,', 'The water is off', '\n\nCoffee is free', 'Day: Thursday, 10 Dec 2026']) {
      expect(email?.body).toContain(part)
      expect(text).toContain(part)
    }
    expect(email?.body).toContain(`/your-booking#${bookingId}.${secret}`)
    expect(text).not.toContain(secret)
  })

  test('is not sent once its day is over', async () => {
    await paidBooking(app)
    granted(await create())
    app.clock.set(kathmandu('2026-12-11', '00:00'))
    expect(await sendAfter(0)).toEqual([])
  })

  test('is sent until the end of its day', async () => {
    await paidBooking(app)
    granted(await create())
    app.clock.set(kathmandu('2026-12-10', '23:59'))
    expect(await sendAfter(0)).toHaveLength(1)
  })

  test('is sent after 30 seconds, and recorded', async () => {
    await paidBooking(app)
    const { mailingId } = granted(await create())
    expect(await sendAfter(29_999)).toEqual([])
    expect(await sendAfter(1)).toMatchObject([{ to: 'aarati@example.com' }])
    expect((await auditEntries(app)).at(-1)).toMatchObject({
      action: 'mailing_sent',
      actor: manager.email,
      subject: 'mailing',
      subject_id: mailingId,
      label: 'Dhobighat Hub',
      after: JSON.stringify({ date: '2026-12-10', subject: SUBJECT, recipients: 1 }),
    })
  })

  test('is created once for a repeated request, also at the same time', async () => {
    await paidBooking(app)
    const key = newKey()
    const results = await atOnce(3, () => create({}, key))
    expect(new Set(results.map((result) => granted(result).mailingId)).size).toBe(1)
    expect(await rows(app.db.read, 'mailings')).toHaveLength(1)
    expect(await queued()).toHaveLength(1)
    app.clock.advance(HOUR)
    expect(codeOf(await create({ subject: 'Another one' }, key))).toBe('idempotency_mismatch')
    expect(await queued()).toHaveLength(1)
  })

  test('is withdrawn within 30 seconds, once', async () => {
    await paidBooking(app)
    const { mailingId } = granted(await create())
    app.clock.advance(29_999)
    for (let at = 0; at < 2; at++) expect(granted(await withdrawMailing(app, manager, mailingId)).undone).toBe(true)
    expect(await sendAfter(60_000)).toEqual([])
    expect((await auditEntries(app)).filter(({ action }) => action === 'mailing_undone')).toHaveLength(1)
  })

  test('is still withdrawn when its request is repeated', async () => {
    await paidBooking(app)
    const key = newKey()
    const sent = granted(await create({}, key))
    granted(await withdrawMailing(app, manager, sent.mailingId))
    expect(granted(await create({}, key))).toEqual({ ...sent, undone: true })
    expect(await queued()).toEqual([])
    expect(granted(await create())).toMatchObject({ undone: false })
    expect(await queued()).toHaveLength(1)
  })

  test('cannot be withdrawn after 30 seconds, or once one of its emails is being sent', async () => {
    await paidBooking(app, order(from('Asha')))
    await paidBooking(app, order(from('Bikash')))
    const late = granted(await create()).mailingId
    app.clock.advance(30_000)
    expect((await rejection(app, () => withdrawMailing(app, manager, late))).code).toBe('wrong_state')
    const started = granted(await create()).mailingId
    await execute(app, (db) =>
      db
        .updateTable('emails')
        .set({ attempts: 1 })
        .where('mailing_id', '=', started)
        .where('recipient', '=', 'asha@example.com'),
    )
    expect((await rejection(app, () => withdrawMailing(app, manager, started))).code).toBe('wrong_state')
    expect((await rejection(app, () => withdrawMailing(app, manager, 'no-mailing'))).code).toBe('not_found')
  })

  test('is refused without recipients, for a past day, an unknown location or an invalid text', async () => {
    expect(granted(await readMailingPreview(app, mailingOf()))).toEqual({ recipients: [], withoutEmail: [], text: '' })
    expect(failureOf(await create())).toMatchObject({ code: 'unavailable' })
    await paidBooking(app)
    for (const [over, fields] of [
      [{ date: '2026-11-30' }, ['date']],
      [{ date: 'tomorrow' }, ['date']],
      [{ subject: ' ' }, ['subject']],
      [{ body: 'Too short', subject: 'x'.repeat(151) }, ['subject', 'body']],
    ] as const) {
      for (const call of [() => create(over), () => readMailingPreview(app, mailingOf(over))]) {
        const failure = await rejection(app, call)
        expect([failure.code, Object.keys(failure.fields ?? {})]).toEqual(['invalid', fields])
      }
    }
    expect((await rejection(app, () => create({ locationId: 'nowhere' }))).code).toBe('not_found')
    expect(await rows(app.db.read, 'mailings')).toEqual([])
  })

  test('is limited to three at once by a staff member', async () => {
    await paidBooking(app)
    const codes = []
    for (let at = 0; at < 4; at++) codes.push(codeOf(await create()))
    expect(codes).toEqual(['ok', 'ok', 'ok', 'too_many'])
  })

  test('does not count once it is undone, also when it is undone twice', async () => {
    await paidBooking(app)
    const [first] = [granted(await create()), granted(await create()), granted(await create())]
    for (let at = 0; at < 2; at++) granted(await withdrawMailing(app, manager, first.mailingId))
    expect([codeOf(await create()), codeOf(await create())]).toEqual(['ok', 'too_many'])
  })

  test('is forbidden for the front desk', async () => {
    await paidBooking(app)
    await account(app, 'desk', 'desk@chautari.example')
    const browser = new TestBrowser()
    await browser.signIn(undefined, 'desk@chautari.example')
    await rejected('forbidden', sendMailing, { ...browser.sent, body: mailingOf() })
    expect(await queued()).toEqual([])
  })

  test('is deleted after a year', async () => {
    await paidBooking(app)
    granted(await create())
    app.clock.advance(365 * 24 * HOUR)
    await deleteOldRows(app)
    expect(await rows(app.db.read, 'mailings')).toHaveLength(1)
    app.clock.advance(1)
    await deleteOldRows(app)
    expect(await rows(app.db.read, 'mailings')).toEqual([])
  })
})
