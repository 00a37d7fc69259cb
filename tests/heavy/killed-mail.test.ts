import { expect, test } from 'vitest'
import type { App } from '#server/app.ts'
import { runTransaction } from '#server/db/database.ts'
import { readEnv } from '#server/env.ts'
import { paragraph } from '#server/mail/content.ts'
import { queueEmail } from '#server/mail/outbox.ts'
import { openApp } from '#server/open-app.ts'
import { inDays } from '../support/booking-client.ts'
import { rounds } from '../support/campaign.ts'
import { ENGINES, emptyDatabase } from '../support/engines.ts'
import { dayPass } from '../support/orders.ts'
import { paidBooking } from '../support/payments.ts'
import { readPdf } from '../support/pdf.ts'
import { type RunningServer, startServer } from '../support/process.ts'
import { type SmtpPoint, startSmtpServer } from '../support/smtp-server.ts'

const ROUNDS = rounds(30)
/** Each is an email without and one with a bill: more than are sent before a kill, so that some wait. */
const PAIRS_PER_ROUND = 3
const PER_ROUND = 2 * PAIRS_PER_ROUND
const POINTS: readonly SmtpPoint[] = ['before its acknowledgement', 'after its acknowledgement', 'before its text']
const DOMAIN = 'post.chautari.example'
/** An email whose attempt was killed is tried again after 30 seconds, then after 60. */
const MAX_WAIT_MS = 5 * 60_000

test.each(ENGINES)(
  `on %s, a server killed ${ROUNDS} times while it sends loses no email and no bill`,
  async (engine) => {
    const database = await emptyDatabase(engine)
    const environment = { ...database.env, MAIL_FROM: `Chautari <hello@${DOMAIN}>` }
    let server: RunningServer | undefined
    let plan: { point: SmtpPoint; after: number; killed: () => void } | undefined
    /** The email in flight at each kill; undefined before its text. */
    const inFlight: (string | undefined)[] = []
    const smtp = await startSmtpServer((point, id) => {
      if (!plan || plan.point !== point || --plan.after >= 0) return false
      const { killed } = plan
      plan = undefined
      inFlight.push(id)
      void server?.kill('SIGKILL').then(killed)
      return true
    })
    const start = () => startServer({ ...environment, SMTP_URL: smtp.url }, environment.DATA_DIR)

    try {
      for (let round = 0; round < ROUNDS; round++) {
        await queueEmails(environment, round)
        const point = POINTS[round % POINTS.length] ?? 'before its text'
        const killed = new Promise<void>((resolve) => {
          plan = { point, after: round % (PER_ROUND - 1), killed: resolve }
        })
        server = await start()
        await killed
      }
      server = await start()
      const { emails, bills } = await readSent(environment)
      await server.kill('SIGTERM')

      const ids = emails.map(({ id }) => `${id}@${DOMAIN}`)
      expect(ids).toHaveLength(ROUNDS * PER_ROUND)
      expect([...new Set(smtp.received)].toSorted(), 'none is missing, and each keeps its Message-ID').toEqual(
        ids.toSorted(),
      )
      for (const id of ids) {
        const kills = inFlight.filter((each) => each === id).length
        const copies = smtp.received.filter((each) => each === id).length
        expect(copies, `${id} is repeated only by a kill while it was sent`).toBeLessThanOrEqual(1 + kills)
      }
      expect(bills).toHaveLength(ROUNDS * PAIRS_PER_ROUND)
      for (const { number, buyer_name, emailIds } of bills) {
        const carriers = smtp.attached.filter(({ name }) => name === `${number}.pdf`)
        expect(new Set(carriers.map(({ messageId }) => messageId)), `${number} is in one email`).toEqual(
          new Set(emailIds.map((id) => `${id}@${DOMAIN}`)),
        )
        expect(emailIds, `${number} is counted once`).toHaveLength(1)
        for (const { messageId, content } of carriers) {
          const { text } = await readPdf(content)
          expect([text.includes(number), text.includes(buyer_name)], `the file of ${number}`).toEqual([true, true])
          const files = smtp.attached.filter((file) => file.messageId === messageId)
          const copies = smtp.received.filter((id) => id === messageId)
          expect(files, `each copy of the email has ${number} and no other bill`).toHaveLength(copies.length)
        }
      }
      const repeated = smtp.received.length - ids.length
      expect(inFlight).toHaveLength(ROUNDS)
      // An email that was received but not acknowledged must be sent again.
      expect(repeated).toBeGreaterThan(0)
      console.log(
        `${ids.length} emails with ${bills.length} bills on ${engine}, killed ${ROUNDS} times: none is missing, ${repeated} were sent twice`,
      )
    } finally {
      await server?.kill('SIGKILL')
      smtp.close()
      await database.remove()
    }
  },
)

async function withApp<Value>(environment: Record<string, string>, work: (app: App) => Promise<Value>) {
  const app = await openApp(readEnv(environment))
  try {
    return await work(app)
  } finally {
    await app.db.close()
  }
}

const queueEmails = (environment: Record<string, string>, round: number) =>
  withApp(environment, async (app) => {
    for (let pair = 0; pair < PAIRS_PER_ROUND; pair++) {
      await runTransaction(app.db, (db) =>
        queueEmail(
          db,
          {
            to: 'aarati@example.com',
            subject: `Email ${round}.${pair}`,
            blocks: [paragraph('Your booking is confirmed.')],
            reason: 'You get this email because you booked.',
          },
          app.now(),
        ),
      )
      const lastName = `Shrestha ${round}.${pair}`
      const contactInfo = { firstName: 'Aarati', lastName, email: 'aarati@example.com', phone: '9841234567' }
      await paidBooking(app, dayPass({ startDate: inDays(2 + round), contactInfo }))
    }
  })

/** Waits until every email is sent. Returns the emails, and the bills with the emails that counted them. */
async function readSent(environment: Record<string, string>) {
  return withApp(environment, async (app) => {
    const end = Date.now() + MAX_WAIT_MS
    for (;;) {
      const emails = await app.db.read.selectFrom('emails').select(['id', 'sent_at']).execute()
      if (emails.every(({ sent_at }) => sent_at !== null)) return { emails, bills: await readBills(app) }
      if (Date.now() > end) throw new Error('some emails were not sent in time')
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  })
}

async function readBills({ db }: App) {
  const copies = await db.read.selectFrom('bill_copies').select(['number', 'email_id']).execute()
  const bills = await db.read.selectFrom('bills').select(['number', 'buyer_name']).execute()
  return bills.map((bill) => ({
    ...bill,
    emailIds: copies.flatMap(({ number, email_id }) => (number === bill.number && email_id ? [email_id] : [])),
  }))
}
