import { expect, test } from 'vitest'
import { runTransaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/schema.ts'
import { readEnv } from '#server/env.ts'
import { paragraph } from '#server/mail/content.ts'
import { queueEmail } from '#server/mail/outbox.ts'
import { openApp } from '#server/open-app.ts'
import { rounds } from '../support/campaign.ts'
import { ENGINES, emptyDatabase } from '../support/engines.ts'
import { type RunningServer, startServer } from '../support/process.ts'
import { type SmtpPoint, startSmtpServer } from '../support/smtp-server.ts'

const ROUNDS = rounds(30)
/** More than are sent before a kill, so that some wait for the next process. */
const PER_ROUND = 6
const POINTS: readonly SmtpPoint[] = ['before its acknowledgement', 'after its acknowledgement', 'before its text']
const DOMAIN = 'post.chautari.example'
/** An email whose attempt was killed is tried again after 30 seconds, then after 60. */
const MAX_WAIT_MS = 5 * 60_000

test.each(ENGINES)(`on %s, a server killed ${ROUNDS} times while it sends loses no email`, async (engine) => {
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
      await queueEmails(environment, PER_ROUND)
      const point = POINTS[round % POINTS.length] ?? 'before its text'
      const killed = new Promise<void>((resolve) => {
        plan = { point, after: round % (PER_ROUND - 1), killed: resolve }
      })
      server = await start()
      await killed
    }
    server = await start()
    const emails = await readSentEmails(environment)
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
    const repeated = smtp.received.length - ids.length
    expect(inFlight).toHaveLength(ROUNDS)
    // An email that was received but not acknowledged must be sent again.
    expect(repeated).toBeGreaterThan(0)
    console.log(
      `${ids.length} emails on ${engine}, killed ${ROUNDS} times: none is missing, ${repeated} were sent twice`,
    )
  } finally {
    await server?.kill('SIGKILL')
    smtp.close()
    await database.remove()
  }
})

async function withApp<Value>(
  environment: Record<string, string>,
  work: (app: Awaited<ReturnType<typeof openApp>>) => Promise<Value>,
) {
  const app = await openApp(readEnv(environment))
  try {
    return await work(app)
  } finally {
    await app.db.close()
  }
}

const queueEmails = (environment: Record<string, string>, count: number) =>
  withApp(environment, (app) =>
    runTransaction(app.db, async (db) => {
      for (let at = 0; at < count; at++)
        await queueEmail(
          db,
          {
            to: 'aarati@example.com',
            subject: `Email ${at}`,
            blocks: [paragraph('Your booking is confirmed.')],
            reason: 'You get this email because you booked.',
          },
          app.now(),
        )
    }),
  )

/** Waits until every email is sent. */
async function readSentEmails(environment: Record<string, string>): Promise<Pick<Tables['emails'], 'id'>[]> {
  return withApp(environment, async (app) => {
    const end = Date.now() + MAX_WAIT_MS
    for (;;) {
      const emails = await app.db.read.selectFrom('emails').select(['id', 'sent_at']).execute()
      if (emails.every(({ sent_at }) => sent_at !== null)) return emails
      if (Date.now() > end) throw new Error('some emails were not sent in time')
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  })
}
