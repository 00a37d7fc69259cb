import { expect, test } from 'vitest'
import type { EmailRow } from '#contract/admin/emails.ts'
import { SAMPLE_EMAILS } from '#server/commands/mails/samples.ts'
import { runTransaction } from '#server/db/database.ts'
import { instant } from '#server/db/instant.ts'
import { createPaymentLink } from '#server/desk/payment-link.ts'
import { paragraph } from '#server/mail/content.ts'
import { missingMailServer } from '#server/mail/mailer.ts'
import { MAX_ATTEMPTS, queueEmail, sendDueEmails } from '#server/mail/outbox.ts'
import { deliverTestEmail } from '#server/mail/test-email.ts'
import { readEmailStatus, readUndeliveredEmails, retryDelivery } from '#server/mail/undelivered.ts'
import { loadToday } from '#server/reports/today.ts'
import { deleteOldRows } from '#server/retention.ts'
import { invite } from '#server/staff/invitations.ts'
import { describeOnEachEngine, HOUR, MINUTE, rows } from '../../support/app.ts'
import { granted, newKey, placed } from '../../support/orders.ts'
import { rejection } from '../../support/outcomes.ts'
import { paidBooking } from '../../support/payments.ts'
import { staffMember } from '../../support/staff-member.ts'

const DAY = 24 * HOUR
/** No further attempt is planned. */
const FAILED = { state: 'failed', nextAttemptAt: null }
const CONNECTION_ERROR = 'connect ECONNREFUSED 127.0.0.1:25'

describeOnEachEngine('an undelivered email on %s', (app) => {
  const stopMailServer = () => {
    app.mailer = () => Promise.reject(new Error(`${CONNECTION_ERROR}\nat TCPConnectWrap`))
  }
  const startMailServer = () => {
    const sent: string[] = []
    app.mailer = async ({ to }) => void sent.push(to)
    return sent
  }
  /** Queues an email whose first attempts fail. */
  async function failed(times = 1): Promise<EmailRow> {
    await queue()
    stopMailServer()
    await attemptAll(times)
    return readOnlyEmail()
  }
  async function attemptAll(times: number): Promise<void> {
    for (let index = 0; index < times; index++) {
      await sendDueEmails(app)
      app.clock.advance(DAY)
    }
    app.bugs.length = 0
  }
  async function failOnce(): Promise<void> {
    stopMailServer()
    await sendDueEmails(app)
    app.bugs.length = 0
  }
  async function queue(): Promise<void> {
    const email = {
      to: 'aarati@example.com',
      subject: 'Hello',
      blocks: [paragraph('Your booking is confirmed.')],
      reason: 'You get this email because you booked.',
    }
    await runTransaction(app.db, (db) => queueEmail(db, email, app.now()))
  }
  async function readOnlyEmail(): Promise<EmailRow> {
    const { items } = granted(await readUndeliveredEmails(app))
    expect(items).toHaveLength(1)
    return items[0] as EmailRow
  }

  test('is listed with its error after the first failed attempt, and not before', async () => {
    await queue()
    expect(granted(await readUndeliveredEmails(app))).toMatchObject({ items: [], total: 0 })
    expect(await readEmailStatus(app)).toEqual({ undelivered: 0, since: null, lastError: null, warning: null })
    stopMailServer()
    const since = instant(app.now())
    await attemptAll(1)
    expect(await readOnlyEmail()).toMatchObject({
      recipient: 'aarati@example.com',
      subject: 'Hello',
      text: expect.stringContaining('Your booking is confirmed.'),
      state: 'waiting',
      attempts: 1,
      failedAt: since,
      lastError: CONNECTION_ERROR,
    })
    expect(await readEmailStatus(app)).toMatchObject({ undelivered: 1, since, lastError: CONNECTION_ERROR })
  })

  test('is shown to staff without the secret link of its customer', async () => {
    const { content } = SAMPLE_EMAILS[0] as (typeof SAMPLE_EMAILS)[number]
    const secret = content.link?.href.split('#')[1] ?? 'no secret'
    await runTransaction(app.db, (db) => queueEmail(db, content, app.now()))
    await failOnce()
    expect(await rows(app.db.read, 'emails')).toMatchObject([{ body: expect.stringContaining(secret) }])
    expect((await readOnlyEmail()).text).toMatch(/Dhobighat Hub.*Open your booking:\n\[link\]/s)
    expect(JSON.stringify(await readUndeliveredEmails(app))).not.toContain(secret)
  })

  test('is listed if no attempt was made for five minutes', async () => {
    await queue()
    app.clock.advance(5 * MINUTE + 1)
    expect(await readOnlyEmail()).toMatchObject({ attempts: 0, lastError: null })
  })

  test('is on the dashboard of managers and owners only', async () => {
    await failed()
    for (const role of ['owner', 'manager'] as const)
      expect(granted(await loadToday(app, await staffMember(app, role))).email).toMatchObject({ undelivered: 1 })
    expect(granted(await loadToday(app, await staffMember(app, 'desk'))).email).toBeNull()
  })

  test('is listed as failed for 30 days after its last attempt, and delivered by a retry', async () => {
    const email = await failed(MAX_ATTEMPTS + 3)
    expect(email).toMatchObject({ state: 'failed', attempts: MAX_ATTEMPTS, nextAttemptAt: null })
    app.clock.set(Date.parse(email.failedAt ?? '') + 30 * DAY)
    await deleteOldRows(app)
    const sent = startMailServer()
    await sendDueEmails(app)
    expect(sent).toEqual([])
    const manager = await staffMember(app, 'manager')
    const retried = granted(await retryDelivery(app, manager, email.emailId, email))
    expect(retried).toMatchObject({ state: 'waiting', attempts: 0 })
    await sendDueEmails(app)
    expect(sent).toEqual(['aarati@example.com'])
    expect(granted(await readUndeliveredEmails(app)).items).toEqual([])
    expect(await rows(app.db.read, 'audit')).toMatchObject([
      { action: 'mail_retried', subject: 'mail', subject_id: email.emailId, label: 'aarati@example.com' },
    ])
  })

  test('is deleted 30 days after its last attempt', async () => {
    const { failedAt } = await failed(MAX_ATTEMPTS)
    app.clock.set(Date.parse(failedAt ?? '') + 30 * DAY + 1)
    await deleteOldRows(app)
    expect(await rows(app.db.read, 'emails')).toEqual([])
  })

  test('shows links as [link]', async () => {
    const { bookingId } = await placed(app)
    const manager = await staffMember(app, 'manager')
    const { link } = granted(await createPaymentLink(app, manager, bookingId, { delivery: 'email' }, newKey()))
    stopMailServer()
    await attemptAll(1)
    const { text } = await readOnlyEmail()
    expect(text).toContain('[link]')
    expect(text).not.toContain(link)
    expect(text).not.toContain('secret=')
  })

  test('can be retried by owners if it is about a staff account, and its text is hidden', async () => {
    const [owner, manager] = [await staffMember(app), await staffMember(app, 'manager')]
    const wanted = { email: 'new@example.com', role: 'desk', workplaces: null } as const
    const { link } = granted(await invite(app, owner, wanted))
    await failOnce()
    const email = await readOnlyEmail()
    expect(email).toMatchObject({ kind: 'account', text: null })
    expect(JSON.stringify(email)).not.toContain(link)
    expect((await rejection(app, () => retryDelivery(app, manager, email.emailId, email))).code).toBe('forbidden')
    const sent = startMailServer()
    granted(await retryDelivery(app, owner, email.emailId, email))
    await sendDueEmails(app)
    expect(sent).toEqual(['new@example.com'])
  })

  test('is not retried once its link has expired', async () => {
    const { bookingId } = await placed(app)
    const owner = await staffMember(app)
    granted(await createPaymentLink(app, owner, bookingId, { delivery: 'email' }, newKey()))
    granted(await invite(app, owner, { email: 'new@example.com', role: 'desk', workplaces: null }))
    await failOnce()
    app.clock.advance(30 * DAY)
    const { items } = granted(await readUndeliveredEmails(app))
    expect(items.map(({ expired }) => expired)).toEqual([true, true])
    expect(items).toMatchObject([FAILED, FAILED])
    for (const email of items) {
      const message = expect.stringMatching(email.kind === 'account' ? /expired.*from People/ : /expired.*its booking/)
      const failure = await rejection(app, () => retryDelivery(app, owner, email.emailId, email))
      expect(failure).toMatchObject({ code: 'wrong_state', message })
    }
  })

  test('is retried once for two concurrent requests', async () => {
    const email = await failed(2)
    const managers = [await staffMember(app, 'manager'), await staffMember(app, 'manager')]
    const outcomes = await Promise.all(managers.map((manager) => retryDelivery(app, manager, email.emailId, email)))
    for (const outcome of outcomes) expect(granted(outcome)).toMatchObject({ attempts: 0 })
    expect(await rows(app.db.read, 'audit')).toHaveLength(1)
  })

  test('is not retried in a version before a later attempt', async () => {
    const email = await failed()
    await attemptAll(1)
    const manager = await staffMember(app, 'manager')
    expect(await retryDelivery(app, manager, email.emailId, email)).toMatchObject({
      failure: { code: 'changed_meanwhile', current: { attempts: 2 } },
    })
  })

  test('is not retried while it is being sent, until the attempt counts as lost', async () => {
    await queue()
    const manager = await staffMember(app, 'manager')
    const [row] = await rows(app.db.read, 'emails')
    let accept = () => {}
    app.mailer = () => new Promise<void>((resolve) => (accept = resolve))
    const sending = sendDueEmails(app)
    await expect.poll(async () => (await rows(app.db.read, 'emails'))[0]?.attempts).toBe(1)
    const attempt = () => retryDelivery(app, manager, row?.id ?? '', { attempts: 1 })
    expect(await attempt()).toMatchObject({ failure: { code: 'in_flight' } })
    app.clock.advance(15 * MINUTE)
    expect(granted(await attempt())).toMatchObject({ attempts: 0 })
    accept()
    await sending
  })

  test('cannot be retried once it was delivered', async () => {
    await queue()
    startMailServer()
    await sendDueEmails(app)
    const [row] = await rows(app.db.read, 'emails')
    const outcome = await retryDelivery(app, await staffMember(app), row?.id ?? '', { attempts: 1 })
    expect(outcome).toMatchObject({ failure: { code: 'not_found' } })
  })

  test('is sent once by two processes that claim it concurrently', async () => {
    await paidBooking(app)
    const sent = startMailServer()
    await Promise.all([sendDueEmails(app), sendDueEmails(app)])
    expect(sent).toEqual(['aarati@example.com'])
  })

  test('is not stored for a test email, whose result is returned', async () => {
    const manager = await staffMember(app, 'manager')
    const sent = startMailServer()
    const stored = { recipient: manager.email, outcome: 'stored', error: null }
    expect(granted(await deliverTestEmail(app, manager))).toEqual(stored)
    expect(sent).toEqual([manager.email])
    app.env = { ...app.env, smtpUrl: 'smtp://localhost:25' }
    expect(granted(await deliverTestEmail(app, manager)).outcome).toBe('accepted')
    stopMailServer()
    expect(granted(await deliverTestEmail(app, manager))).toMatchObject({ outcome: 'failed', error: CONNECTION_ERROR })
    expect(await rows(app.db.read, 'emails')).toEqual([])
    expect((await rows(app.db.read, 'audit')).map(({ action }) => action)).toEqual(Array(3).fill('mail_tested'))
  })

  test('has a status that warns of live payments without a mail server', async () => {
    app.env = { ...app.env, payments: 'live' }
    expect((await readEmailStatus(app))?.warning).toContain('SMTP_URL is not set')
    app.env = { ...app.env, smtpUrl: 'smtp://localhost:25' }
    expect((await readEmailStatus(app))?.warning).toBeNull()
  })
})

test.each([
  ['sandbox', undefined, undefined],
  ['live', 'smtp://localhost:25', undefined],
  ['live', undefined, expect.stringContaining('SMTP_URL')],
] as const)('missingMailServer for payments %s with the mail server %s returns %s', (payments, smtpUrl, warning) => {
  expect(missingMailServer({ payments, smtpUrl })).toEqual(warning)
})
