import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { ALL_KILL_POINTS, killAt } from '../support/kill-points.ts'
import { payInSandbox, post, signIn, verifyPayment } from '../support/payment-client.ts'
import { newDataDir, type RunningServer, startServer } from '../support/process.ts'
import { queryDatabase } from '../support/server-fixture.ts'
import { STAFF_SETTINGS } from '../support/staff.ts'

/** Each payment method, and who triggers the settlement. */
const METHODS = [
  ['esewa', 'the payer'],
  ['esewa', 'the reconciler'],
  ['khalti', 'the payer'],
  ['stripe', 'the payer'],
  ['fonepay', 'the payer'],
  ['fonepay', 'the reconciler'],
  ['qr_payment', 'staff'],
  ['bank_transfer', 'staff'],
] as const
const CASES = METHODS.flatMap(([method, by]) => ALL_KILL_POINTS.map((point) => [method, point, by] as const))

let recovered = 0
afterAll(() => console.log(`killed ${CASES.length} times during settlement: ${recovered} confirmed, each once`))

test.each(CASES)('a %s payment killed %s is confirmed once by %s', async (method, point, by) => {
  const dataDir = newDataDir()
  const isFonepay = method === 'fonepay'
  const settings = { ...STAFF_SETTINGS, ...(isFonepay && { QR_PROVIDER: 'fonepay' }) }
  const killed = await startServer({ ...settings, ...killAt(point) }, dataDir)
  const { paymentId, amount } = await payInSandbox(killed, isFonepay ? 'qr_payment' : method)
  const before = readEffects(dataDir, paymentId)
  const settle = by === 'staff' ? confirmAsStaff : verifyPayment
  expect(await settle(killed, paymentId, amount), 'the server died before it could respond').toBeUndefined()
  await killed.kill('SIGKILL')
  expect(readEffects(dataDir, paymentId).payment).toBe(point === 'after the commit' ? 'confirmed' : 'pending')
  if (by === 'the reconciler') makeDue(dataDir, paymentId)
  const server = await startServer(settings, dataDir)
  // The call that died counts: Fonepay is queried at most every three seconds.
  if (isFonepay) await sleep(3_000)
  if (by === 'the payer') expect(await verifyPayment(server, paymentId)).toMatchObject({ success: true })
  if (by === 'staff') await confirmAsStaff(server, paymentId, amount)
  await expect
    .poll(() => readEffects(dataDir, paymentId), { timeout: 20_000 })
    .toEqual({
      payment: 'confirmed',
      booking: 'confirmed',
      memberships: 1,
      emails: before.emails + 1,
      transitions: before.transitions + 1,
      seats: 1,
      received: amount,
    })
  await server.kill('SIGTERM')
  rmSync(dataDir, { recursive: true })
  recovered++
})

/** Returns undefined if the server dies. */
async function confirmAsStaff({ url }: RunningServer, id: string, amount: number) {
  const cookie = await signIn(url)
  const decision = { decision: 'confirm', amount, transactionId: 'ABC-1234' }
  return post(`${url}/api/admin/payments/${id}/decision`, decision, { cookie }).then(
    (response) => response.json(),
    () => undefined,
  )
}

/** Makes the payment and its last lookup two minutes older, so that reconciliation is due. */
function makeDue(dataDir: string, paymentId: string): void {
  const db = new DatabaseSync(join(dataDir, 'chautari.sqlite'))
  const before = new Date(Date.now() - 120_000).toISOString()
  db.prepare('update payments set created_at = ? where id = ?').run(before, paymentId)
  db.prepare('update payments set queried_at = ? where id = ? and queried_at is not null').run(before, paymentId)
  db.close()
}

const readEffects = (dataDir: string, paymentId: string) =>
  queryDatabase(
    dataDir,
    `select p.state as payment, b.state as booking, p.received,
      (select count(*) from memberships where booking_id = b.id) as memberships,
      (select count(*) from emails where recipient = 'aarati@example.com') as emails,
      (select count(*) from staff_events where kind = 'booking_update' and subject_id = b.id) as transitions,
      (select max(taken) from seat_days) as seats
    from payments p join bookings b on b.id = p.booking_id where p.id = ?`,
    paymentId,
  )[0] as { payment: string; emails: number; transitions: number }
