import { describe, expect, test } from 'vitest'
import type { EmailRow } from '#contract/admin/emails.ts'
import { succeed } from '#contract/failure.ts'
import { paisa } from '#domain/money.ts'
import { instant } from '#server/db/schema.ts'
import { createPaymentLink } from '#server/desk/payment-link.ts'
import { missingMailServer } from '#server/mail/mailer.ts'
import { deleteOldEmails, MAX_ATTEMPTS, queueEmail, sendDueEmails } from '#server/mail/outbox.ts'
import { deliverTestEmail } from '#server/mail/test-email.ts'
import { readEmailStatus, readUndeliveredEmails, retryDelivery } from '#server/mail/undelivered.ts'
import { settle } from '#server/payments/settlement.ts'
import { loadToday } from '#server/reports/today.ts'
import { invite } from '#server/staff/invitations.ts'
import { HOUR, MINUTE, rows, type TestApp, untouched, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { granted, newKey, placed } from '../support/orders.ts'
import { started } from '../support/payments.ts'
import { staffMember } from '../support/staff-member.ts'

const DAY = 24 * HOUR
const REFUSED = 'connect ECONNREFUSED 127.0.0.1:25'

describe.each(ENGINES)('undelivered mail on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })

  const stopMailServer = () => {
    app.mailer = () => Promise.reject(new Error(`${REFUSED}\nat TCPConnectWrap`))
  }
  const startMailServer = () => {
    const sent: string[] = []
    app.mailer = async ({ to }) => void sent.push(to)
    return sent
  }
  async function attemptAll(times: number): Promise<void> {
    for (let index = 0; index < times; index++) {
      await sendDueEmails(app)
      app.clock.advance(DAY)
    }
    app.bugs.length = 0
  }
  async function note(text: string, over: object = {}): Promise<void> {
    await app.db.write(async (db) => {
      await queueEmail(db, { to: 'aarati@example.com', subject: 'Hello', text, ...over }, app.now())
      return succeed(undefined)
    })
  }
  async function only(): Promise<EmailRow> {
    const { items } = granted(await readUndeliveredEmails(app))
    expect(items).toHaveLength(1)
    return items[0] as EmailRow
  }

  test('is listed with its error after the first failed attempt, and not before', async () => {
    await note('Your booking is confirmed.')
    expect(granted(await readUndeliveredEmails(app))).toMatchObject({ items: [], total: 0 })
    expect(await readEmailStatus(app)).toEqual({ undelivered: 0, since: null, lastError: null, warning: null })
    stopMailServer()
    const since = instant(app.now())
    await attemptAll(1)
    expect(await only()).toMatchObject({
      recipient: 'aarati@example.com',
      subject: 'Hello',
      text: 'Your booking is confirmed.',
      state: 'waiting',
      attempts: 1,
      failedAt: since,
      lastError: REFUSED,
    })
    expect(await readEmailStatus(app)).toMatchObject({ undelivered: 1, since, lastError: REFUSED })
  })

  test('is listed where nothing has attempted it for five minutes', async () => {
    await note('Your booking is confirmed.')
    app.clock.advance(5 * MINUTE + 1)
    expect(await only()).toMatchObject({ attempts: 0, lastError: null })
  })

  test('is on the dashboard of managers and owners only', async () => {
    await note('Your booking is confirmed.')
    stopMailServer()
    await attemptAll(1)
    for (const role of ['owner', 'manager'] as const)
      expect(granted(await loadToday(app, await staffMember(app, role))).mail).toMatchObject({ undelivered: 1 })
    expect(granted(await loadToday(app, await staffMember(app, 'desk'))).mail).toBeNull()
  })

  test('is listed as failed for 30 days after its last attempt, and delivered by a retry', async () => {
    await note('Your booking is confirmed.')
    stopMailServer()
    await attemptAll(MAX_ATTEMPTS + 3)
    const mail = await only()
    expect(mail).toMatchObject({ state: 'failed', attempts: MAX_ATTEMPTS, nextAttemptAt: null })
    app.clock.set(Date.parse(mail.failedAt ?? '') + 30 * DAY)
    await deleteOldEmails(app)
    const sent = startMailServer()
    await sendDueEmails(app)
    expect(sent).toEqual([])
    const manager = await staffMember(app, 'manager')
    expect(granted(await retryDelivery(app, manager, mail.mailId, mail))).toMatchObject({
      state: 'waiting',
      attempts: 0,
    })
    await sendDueEmails(app)
    expect(sent).toEqual(['aarati@example.com'])
    expect(granted(await readUndeliveredEmails(app)).items).toEqual([])
    expect(await rows(app.db.read, 'audit')).toMatchObject([
      { action: 'mail_retried', subject: 'mail', subject_id: mail.mailId, label: 'aarati@example.com' },
    ])
  })

  test('is deleted 30 days after its last attempt', async () => {
    await note('Your booking is confirmed.')
    stopMailServer()
    await attemptAll(MAX_ATTEMPTS)
    app.clock.set(Date.parse((await only()).failedAt ?? '') + 30 * DAY + 1)
    await deleteOldEmails(app)
    expect(await rows(app.db.read, 'mails')).toEqual([])
  })

  test('shows links as [link]', async () => {
    const { bookingId } = await placed(app)
    const manager = await staffMember(app, 'manager')
    const { link } = granted(await createPaymentLink(app, manager, bookingId, { by: 'mail' }, newKey()))
    stopMailServer()
    await attemptAll(1)
    const { text } = await only()
    expect(text).toContain('[link]')
    expect(text).not.toContain(link)
    expect(text).not.toContain('secret=')
  })

  test('about a staff account is retried by owners and read by nobody', async () => {
    const [owner, manager] = [await staffMember(app), await staffMember(app, 'manager')]
    const wanted = { email: 'new@example.com', role: 'desk', workplaces: null } as const
    const { link } = granted(await invite(app, owner, wanted))
    stopMailServer()
    await sendDueEmails(app)
    app.bugs.length = 0
    const mail = await only()
    expect(mail).toMatchObject({ kind: 'account', text: null })
    expect(JSON.stringify(mail)).not.toContain(link)
    await untouched(app, async () =>
      expect(await retryDelivery(app, manager, mail.mailId, mail)).toMatchObject({ failure: { code: 'forbidden' } }),
    )
    const sent = startMailServer()
    granted(await retryDelivery(app, owner, mail.mailId, mail))
    await sendDueEmails(app)
    expect(sent).toEqual(['new@example.com'])
  })

  test('is not retried once its link has expired', async () => {
    const { bookingId } = await placed(app)
    const owner = await staffMember(app)
    granted(await createPaymentLink(app, owner, bookingId, { by: 'mail' }, newKey()))
    granted(await invite(app, owner, { email: 'new@example.com', role: 'desk', workplaces: null }))
    stopMailServer()
    await sendDueEmails(app)
    app.bugs.length = 0
    app.clock.advance(30 * DAY)
    const { items } = granted(await readUndeliveredEmails(app))
    expect(items.map(({ expired }) => expired)).toEqual([true, true])
    for (const mail of items)
      await untouched(app, async () =>
        expect(await retryDelivery(app, owner, mail.mailId, mail)).toMatchObject({
          failure: {
            code: 'wrong_state',
            message: expect.stringMatching(mail.kind === 'account' ? /expired.*from People/ : /expired.*its booking/),
          },
        }),
      )
  })

  test('is retried once by two people at the same moment', async () => {
    await note('Your booking is confirmed.')
    stopMailServer()
    await attemptAll(2)
    const mail = await only()
    const managers = [await staffMember(app, 'manager'), await staffMember(app, 'manager')]
    const answers = await Promise.all(managers.map((manager) => retryDelivery(app, manager, mail.mailId, mail)))
    for (const answer of answers) expect(granted(answer)).toMatchObject({ attempts: 0 })
    expect(await rows(app.db.read, 'audit')).toHaveLength(1)
  })

  test('is not retried as it was seen before a later attempt', async () => {
    await note('Your booking is confirmed.')
    stopMailServer()
    await attemptAll(1)
    const seen = await only()
    await attemptAll(1)
    const manager = await staffMember(app, 'manager')
    expect(await retryDelivery(app, manager, seen.mailId, seen)).toMatchObject({
      failure: { code: 'changed_meanwhile', current: { attempts: 2 } },
    })
  })

  test('is not retried while it is being sent, until the attempt counts as lost', async () => {
    await note('Your booking is confirmed.')
    const manager = await staffMember(app, 'manager')
    const [row] = await rows(app.db.read, 'mails')
    let accept = () => {}
    app.mailer = () => new Promise<void>((resolve) => (accept = resolve))
    const sending = sendDueEmails(app)
    await expect.poll(async () => (await rows(app.db.read, 'mails'))[0]?.tries).toBe(1)
    const attempt = () => retryDelivery(app, manager, row?.id ?? '', { attempts: 1 })
    expect(await attempt()).toMatchObject({ failure: { code: 'in_flight' } })
    app.clock.advance(15 * MINUTE)
    expect(granted(await attempt())).toMatchObject({ attempts: 0 })
    accept()
    await sending
  })

  test('that was delivered cannot be retried', async () => {
    await note('Your booking is confirmed.')
    startMailServer()
    await sendDueEmails(app)
    const [row] = await rows(app.db.read, 'mails')
    const answer = await retryDelivery(app, await staffMember(app), row?.id ?? '', { attempts: 1 })
    expect(answer).toMatchObject({ failure: { code: 'not_found' } })
  })

  test('is sent once by two processes that claim it at the same moment', async () => {
    const payment = await started(app)
    await settle(
      app,
      payment.paymentId,
      { kind: 'paid', amount: paisa(payment.amount), providerReference: 'R' },
      'lookup',
    )
    const sent = startMailServer()
    await Promise.all([sendDueEmails(app), sendDueEmails(app)])
    expect(sent).toEqual(['aarati@example.com'])
  })

  test('a test mail goes to the person who asks, and says what became of it', async () => {
    const manager = await staffMember(app, 'manager')
    const sent = startMailServer()
    expect(granted(await deliverTestEmail(app, manager))).toEqual({
      recipient: manager.email,
      outcome: 'stored',
      error: null,
    })
    expect(sent).toEqual([manager.email])
    app.env = { ...app.env, smtpUrl: 'smtp://localhost:25' }
    expect(granted(await deliverTestEmail(app, manager)).outcome).toBe('accepted')
    stopMailServer()
    expect(granted(await deliverTestEmail(app, manager))).toMatchObject({ outcome: 'failed', error: REFUSED })
    expect(await rows(app.db.read, 'mails')).toEqual([])
    expect((await rows(app.db.read, 'audit')).map(({ action }) => action)).toEqual(Array(3).fill('mail_tested'))
  })

  test('live payments without a mail server are reported on the dashboard', async () => {
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
] as const)('payments %s with the mail server %s warn: %s', (payments, smtpUrl, warning) => {
  expect(missingMailServer({ payments, smtpUrl })).toEqual(warning)
})
