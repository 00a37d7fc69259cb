import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { Buyers, inDays } from '../support/buyer.ts'
import { newDataDir, type RunningServer, startServer } from '../support/process.ts'

const POINTS = [
  'before the payment is written',
  'before the booking is written',
  'before the membership is written',
  'before the mail is written',
  'before the commit',
  'after the commit',
] as const
/** How the restarted server hears of it: the payer asks again, or nobody does and the reconciler finds it. */
const WAYS = ['the payer', 'the reconciler'] as const

const CASES = POINTS.flatMap((point) => WAYS.map((way) => [point, way] as const))
let survived = 0
afterAll(() => console.log(`killed ${CASES.length} times between lookup and answer: ${survived} confirmed, each once`))

test.each(CASES)('killed %s: %s finds the money, and it counts once', async (point, way) => {
  const dataDir = newDataDir()
  const dying = await startServer(
    { DIE_AT: point, NODE_OPTIONS: `--import=${resolve('tests/support/dying.ts')}` },
    dataDir,
  )
  const paymentId = await paid(dying)
  const answer = await verify(dying, paymentId)
  expect(answer, 'the server died before it could answer').toBeUndefined()
  await dying.kill('SIGKILL')
  // It died where it was meant to: what was not committed is not there.
  expect(traces(dataDir, paymentId).payment).toBe(point === 'after the commit' ? 'confirmed' : 'pending')
  if (way === 'the reconciler') grow(dataDir, paymentId)
  const server = await startServer({}, dataDir)
  if (way === 'the payer') expect(await verify(server, paymentId)).toMatchObject({ success: true })
  await expect
    .poll(() => traces(dataDir, paymentId), { timeout: 20_000 })
    .toEqual({
      payment: 'confirmed',
      booking: 'confirmed',
      memberships: 1,
      mails: 1,
      transitions: 1,
      seats: 1,
      received: 950_000,
    })
  await server.kill('SIGTERM')
  rmSync(dataDir, { recursive: true })
  survived++
})

/** Books, goes to the stand-in's own pages as a browser does, and pays there. */
async function paid(server: RunningServer): Promise<string> {
  const buyers = new Buyers(server.url, 1)
  const { body } = await buyers.place(Buyers.choices({ planId: 'professional', startDate: inDays(30) }))
  buyers.leave()
  const started = await post(`${server.url}/api/payments`, { bookingId: body.bookingId, method: 'esewa' }, body.secret)
  const { paymentId, next } = (await started.json()) as {
    paymentId: string
    next: { action: string; fields: Record<string, string> }
  }
  const at = (address: string) => server.url + new URL(address).pathname
  await fetch(at(next.action), { method: 'POST', body: new URLSearchParams(next.fields), redirect: 'manual' })
  const desk = `${server.url}/sandbox/esewa/pay/${paymentId}`
  await fetch(desk, { method: 'POST', body: new URLSearchParams({ choice: 'pay' }), redirect: 'manual' })
  return paymentId
}

const post = (url: string, body: unknown, secret = ''): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify(body),
  })

const verify = (server: RunningServer, id: string): Promise<unknown> =>
  post(`${server.url}/api/payments/${id}/verify`, {}).then(
    (answer) => answer.json(),
    () => undefined,
  )

/** Lets the payment be two minutes older, so that the reconciler's next question is due. */
function grow(dataDir: string, paymentId: string): void {
  const db = new DatabaseSync(join(dataDir, 'chautari.sqlite'))
  const before = new Date(Date.now() - 120_000).toISOString()
  db.prepare('update payments set created_at = ? where id = ?').run(before, paymentId)
  db.close()
}

function traces(dataDir: string, paymentId: string): Record<string, unknown> {
  const db = new DatabaseSync(join(dataDir, 'chautari.sqlite'), { readOnly: true })
  const payment = db.prepare('select * from payments where id = ?').get(paymentId)
  const booking = String(payment?.booking_id)
  const count = (sql: string, ...values: string[]) => Number(db.prepare(sql).get(...values)?.n)
  const found = {
    payment: payment?.state,
    booking: db.prepare('select state from bookings where id = ?').get(booking)?.state,
    memberships: count('select count(*) as n from memberships where booking_id = ?', booking),
    mails: count("select count(*) as n from mails where recipient = 'aarati@example.com'"),
    transitions: count(
      "select count(*) as n from staff_events where kind = 'booking_update' and subject_id = ?",
      booking,
    ),
    seats: count('select max(taken) as n from seat_days'),
    received: payment?.received,
  }
  db.close()
  return found
}
