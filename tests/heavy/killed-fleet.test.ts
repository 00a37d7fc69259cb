import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '#server/app.ts'
import { readEnv } from '#server/env.ts'
import { openApp } from '#server/open-app.ts'
import { rows } from '../support/app.ts'
import { BookingClient, inDays } from '../support/booking-client.ts'
import { type EmptyDatabase, emptyDatabase } from '../support/engines.ts'
import { startFleet } from '../support/fleet.ts'
import { GATEWAY_CASES } from '../support/gateway-cases.ts'
import { ALL_KILL_POINTS, killAt } from '../support/kill-points.ts'
import { auditPayments } from '../support/payment-audit.ts'
import { payInSandbox, post, type StartedPayment, submitForm, verifyPayment } from '../support/payment-client.ts'
import { MISCOUNTED_DAYS } from '../support/seat-counts.ts'

const ROUNDS = 6
const PAYERS = 24

let database: EmptyDatabase
/** Reads the same database without running jobs. */
let app: App

beforeAll(async () => {
  database = await emptyDatabase('postgres')
  app = await openApp(readEnv({ ...database.env }))
})
afterAll(async () => {
  await app.db.close()
  await database.remove()
})

const url = () => database.env.DATABASE_URL ?? ''

/** Retries until the response is accepted, as a payer does. */
async function retryUntil<Value>(isAccepted: (value: Value) => boolean, call: () => Promise<Value>): Promise<Value> {
  for (;;) {
    const value = await call().catch(() => undefined)
    if (value !== undefined && isAccepted(value)) return value
    await sleep(50)
  }
}
const isSuccess = ({ status }: { status: number }) => status < 300

/** The ids of bookings for which payers received these responses. */
const acknowledged = { booked: new Set<string>(), confirmed: new Set<string>() }
const countAcknowledged = () => acknowledged.booked.size + acknowledged.confirmed.size

/** Books and pays; every fourth payer does not return. */
async function pay(url: string, buyers: BookingClient, number: number) {
  const key = crypto.randomUUID()
  const planId = number % 3 === 0 ? 'professional' : 'explorer'
  const locationId = number % 2 === 0 ? 'dhobighat-hub' : 'kausimaa'
  const choices = BookingClient.request({ planId, locationId, startDate: inDays(10 + ((number * 7) % 300)) })
  const { body } = await retryUntil(isSuccess, () => buyers.place(choices, key))
  const { bookingId = '', secret } = body
  acknowledged.booked.add(bookingId)
  const started = await retryUntil(isSuccess, () =>
    post(`${url}/api/payments`, { bookingId, method: 'esewa' }, { authorization: `Bearer ${secret}` }),
  )
  const { paymentId, next } = (await started.json()) as StartedPayment
  const submit = (address: string, form: Record<string, string>) =>
    retryUntil(
      ({ status }) => status < 400,
      () => submitForm(url, address, form),
    )
  await submit(next.action ?? '', next.fields ?? {})
  await submit(`/sandbox/esewa/pay/${paymentId}`, { choice: 'pay' })
  if (number % 4 === 0) return
  await retryUntil(
    (response) => response?.success === true,
    () => verifyPayment({ url }, paymentId),
  )
  acknowledged.confirmed.add(bookingId)
}

/** Makes payments two minutes older, so that reconciliation checks them. */
const makeDue = () =>
  sql`update payments set created_at = ${new Date(Date.now() - 120_000).toISOString()}, queried_at = null
    where state <> 'confirmed'`.execute(app.db.read)

test(`killing one of two processes ${ROUNDS} times loses no booking or payment`, async () => {
  const fleet = await startFleet(url())
  let duringOutage = 0
  for (let round = 0; round < ROUNDS; round++) {
    const buyers = new BookingClient(fleet.url, PAYERS)
    const before = acknowledged.confirmed.size
    const payers = Array.from({ length: PAYERS }, (_, number) => pay(fleet.url, buyers, round * PAYERS + number))
    const waitForConfirmed = (count: number) =>
      expect.poll(() => acknowledged.confirmed.size - before, { timeout: 60_000, interval: 5 }).toBeGreaterThan(count)
    const readyStatus = async (index: number) => (await fetch(`${fleet.at(index).url}/api/ready`)).status
    // A different moment and the other process in every round.
    const [killed, other] = [round % 2, (round + 1) % 2]
    await waitForConfirmed(round * 2)
    await fleet.kill(killed)
    const atKill = countAcknowledged()
    expect(await readyStatus(other), 'the other process still runs').toBe(200)
    await waitForConfirmed(round * 2 + 2)
    duringOutage += countAcknowledged() - atKill
    await fleet.restart(killed)
    expect(await readyStatus(killed), 'the killed process runs again').toBe(200)
    await Promise.all(payers)
    buyers.close()
  }
  await makeDue()
  const money = await GATEWAY_CASES[0].received(app)
  await expect
    .poll(async () => (await auditPayments(app, money)).missed, {
      timeout: 60_000,
      interval: 250,
      message: 'all money is found',
    })
    .toEqual([])
  const found = await auditPayments(app, money)
  expect(found).toMatchObject({ unpaid: [], missed: [], unnoticed: [], unfounded: [] })
  expect(found.recorded).toBe(found.received)
  expect(money.size).toBe(ROUNDS * PAYERS)
  const bookings = await rows(app.db.read, 'bookings')
  const confirmed = new Set(bookings.flatMap(({ id, state }) => (state === 'confirmed' ? [id] : [])))
  expect([...acknowledged.booked].filter((id) => !confirmed.has(id))).toEqual([])
  expect([...acknowledged.confirmed].filter((id) => !confirmed.has(id))).toEqual([])
  expect(await findFaults()).toEqual([])
  for (const index of [0, 1]) expect(fleet.at(index).output()).not.toContain('"bug"')
  console.log(
    `killed ${ROUNDS} times under ${PAYERS} payers: ${acknowledged.booked.size} bookings acknowledged, ${money.size} paid, ${confirmed.size} confirmed, NPR ${found.received / 100} received and recorded; ${duringOutage} responses while one was down`,
  )
  await fleet.stop()
})

test.each(ALL_KILL_POINTS)('a payment is confirmed once by the other process when one is killed %s', async (point) => {
  const fleet = await startFleet(url())
  await fleet.kill(0)
  await fleet.restart(0, killAt(point))
  const { paymentId } = await payInSandbox(fleet.at(1), 'esewa')
  expect(await verifyPayment(fleet.at(0), paymentId), 'it died before it could respond').toBeUndefined()
  const state = async () => (await rows(app.db.read, 'payments')).find(({ id }) => id === paymentId)?.state
  expect(await state()).toBe(point === 'after the commit' ? 'confirmed' : 'pending')
  expect(await verifyPayment(fleet.at(1), paymentId)).toMatchObject({ success: true })
  expect(await state()).toBe('confirmed')
  expect(await findFaults()).toEqual([])
  await fleet.stop()
})

/** Returns confirmed bookings without exactly one email, transition and membership, and miscounted days. */
async function findFaults() {
  const { rows: found } = await sql`select * from (
    select b.id, (select count(*) from emails m where m.booking_id = b.id) as emails,
      (select count(*) from booking_states s where s.booking_id = b.id and s.state = 'confirmed') as confirmed,
      (select count(*) from memberships m where m.booking_id = b.id) - case when b.plan_id = 'explorer' then 0 else 1 end as memberships
    from bookings b where b.state = 'confirmed') each where emails <> 1 or confirmed <> 1 or memberships <> 0
  `.execute(app.db.read)
  const { rows: days } = await sql.raw(MISCOUNTED_DAYS).execute(app.db.read)
  return [...found, ...days]
}
