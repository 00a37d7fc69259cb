import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { ALL_DYING_POINTS, dyingAt } from '../support/dying-points.ts'
import { paid, post, verify } from '../support/payer.ts'
import { newDataDir, type RunningServer, startServer } from '../support/process.ts'
import { STAFF } from '../support/staff.ts'

/** How a server hears of the money: the payer asks, nobody does and the reconciler finds it, or staff say so. */
const WAYS = ['the payer', 'the reconciler', 'staff'] as const
type Way = (typeof WAYS)[number]
const METHODS: readonly [method: string, ways: readonly Way[]][] = [
  ['esewa', ['the payer', 'the reconciler']],
  ['khalti', ['the payer']],
  ['stripe', ['the payer']],
  ['qr_payment', ['staff']],
  ['bank_transfer', ['staff']],
]

const CASES = METHODS.flatMap(([method, ways]) =>
  ways.flatMap((way) => ALL_DYING_POINTS.map((point) => [method, point, way] as const)),
)
let survived = 0
afterAll(() => console.log(`killed ${CASES.length} times between lookup and answer: ${survived} confirmed, each once`))

test.each(CASES)('%s, killed %s: %s finds the money, and it counts once', async (method, point, way) => {
  const dataDir = newDataDir()
  const dying = await startServer({ ...ACCOUNT, ...dyingAt(point) }, dataDir)
  const { paymentId, amount } = await paid(dying, method)
  const before = traces(dataDir, paymentId)
  const say = way === 'staff' ? decide : verify
  const answer = await say(dying, paymentId, amount)
  expect(answer, 'the server died before it could answer').toBeUndefined()
  await dying.kill('SIGKILL')
  // It died where it was meant to: what was not committed is not there.
  expect(traces(dataDir, paymentId).payment).toBe(point === 'after the commit' ? 'confirmed' : 'pending')
  if (way === 'the reconciler') grow(dataDir, paymentId)
  const server = await startServer(ACCOUNT, dataDir)
  if (way === 'the payer') expect(await verify(server, paymentId)).toMatchObject({ success: true })
  if (way === 'staff') await decide(server, paymentId, amount)
  await expect
    .poll(() => traces(dataDir, paymentId), { timeout: 20_000 })
    .toEqual({
      payment: 'confirmed',
      booking: 'confirmed',
      memberships: 1,
      mails: before.mails + 1,
      transitions: before.transitions + 1,
      seats: 1,
      received: amount,
    })
  await server.kill('SIGTERM')
  rmSync(dataDir, { recursive: true })
  survived++
})

const ACCOUNT = { STAFF_EMAIL: STAFF.email, STAFF_PASSWORD: STAFF.password }

/** Undefined where the server dies meanwhile. */
async function decide(server: RunningServer, id: string, amount?: number): Promise<unknown> {
  const session = await post(`${server.url}/api/admin/session`, STAFF)
  const [cookie = ''] = session.headers.getSetCookie()
  const body = JSON.stringify({ decision: 'confirm', amount, transactionId: 'ABC-1234' })
  const headers = { 'content-type': 'application/json', cookie: cookie.split(';')[0] ?? '' }
  return fetch(`${server.url}/api/admin/payments/${id}/decision`, { method: 'POST', headers, body }).then(
    (answer) => answer.json(),
    () => undefined,
  )
}

/** Lets the payment be two minutes older, so that the reconciler's next question is due. */
function grow(dataDir: string, paymentId: string): void {
  const db = new DatabaseSync(join(dataDir, 'chautari.sqlite'))
  const before = new Date(Date.now() - 120_000).toISOString()
  db.prepare('update payments set created_at = ? where id = ?').run(before, paymentId)
  db.close()
}

interface Traces extends Record<string, unknown> {
  mails: number
  transitions: number
}

function traces(dataDir: string, paymentId: string): Traces {
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
