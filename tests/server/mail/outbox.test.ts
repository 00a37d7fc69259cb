import { expect, test } from 'vitest'
import { runTransaction } from '#server/db/database.ts'
import { paragraph } from '#server/mail/content.ts'
import type { EmailMessage } from '#server/mail/mailer.ts'
import { queueEmail, sendDueEmails } from '#server/mail/outbox.ts'
import { describeOnEachEngine, HOUR, rows } from '../../support/app.ts'

const EMAIL = {
  to: 'aarati@example.com',
  subject: 'Booking confirmed',
  blocks: [paragraph('Your booking is confirmed.')],
  reason: 'You get this email because you booked.',
}

describeOnEachEngine('a queued email on %s', (app) => {
  async function send(): Promise<EmailMessage[]> {
    const sent: EmailMessage[] = []
    app.mailer = async (email) => void sent.push(email)
    await sendDueEmails(app)
    return sent
  }

  test('is sent with its id, text, HTML and calendar', async () => {
    const calendar = { method: 'PUBLISH', text: 'BEGIN:VCALENDAR' } as const
    await runTransaction(app.db, (db) =>
      queueEmail(db, { ...EMAIL, calendar, replyTo: 'hello@example.com' }, app.now()),
    )
    const [row] = await rows(app.db.read, 'emails')
    expect(await send()).toEqual([
      {
        id: row?.id,
        to: 'aarati@example.com',
        replyTo: 'hello@example.com',
        subject: 'Booking confirmed',
        text: expect.stringMatching(/^Your booking is confirmed\.\n\n-- \nYou get this email because you booked\.\n/),
        html: expect.stringContaining('>Your booking is confirmed.</p>'),
        calendar,
      },
    ])
  })

  test('from before emails had HTML is sent as text', async () => {
    await runTransaction(app.db, async (db) => {
      await queueEmail(db, EMAIL, app.now())
      await db.updateTable('emails').set({ html: null }).execute()
    })
    const [email] = await send()
    expect(email?.text).toContain('Your booking is confirmed.')
    expect(email).not.toHaveProperty('html')
    expect(email).not.toHaveProperty('calendar')
  })

  test('is sent until it expires, and not afterwards', async () => {
    const queue = (validUntil: number) =>
      runTransaction(app.db, (db) => queueEmail(db, { ...EMAIL, validUntil }, app.now()))
    await queue(app.now() + 1)
    expect(await send()).toHaveLength(1)
    await queue(app.now() + 1)
    app.clock.advance(1)
    expect(await send()).toEqual([])
    expect((await rows(app.db.read, 'emails')).map(({ attempts }) => attempts).toSorted()).toEqual([0, 1])
  })

  test('does not wait behind emails that have expired', async () => {
    const validUntil = app.now() + HOUR
    await runTransaction(app.db, async (db) => {
      for (let index = 0; index < 60; index++) await queueEmail(db, { ...EMAIL, validUntil }, app.now())
    })
    app.clock.set(validUntil)
    await runTransaction(app.db, (db) => queueEmail(db, EMAIL, app.now()))
    expect(await send()).toHaveLength(1)
  })

  test('to a customer without an address is not stored', async () => {
    await runTransaction(app.db, (db) => queueEmail(db, { ...EMAIL, to: '' }, app.now()))
    expect(await rows(app.db.read, 'emails')).toEqual([])
  })
})
