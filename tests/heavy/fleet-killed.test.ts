import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '#server/app.ts'
import { readEnv } from '#server/env.ts'
import { openApp } from '#server/open-app.ts'
import { rows } from '../support/app.ts'
import { books } from '../support/books.ts'
import { Buyers, inDays } from '../support/buyer.ts'
import { ALL_DYING_POINTS, dyingAt } from '../support/dying-points.ts'
import { type EmptyDatabase, emptyDatabase } from '../support/engines.ts'
import { Fleet } from '../support/fleet.ts'
import { paid, post, verify } from '../support/payer.ts'
import { RAILS } from '../support/rails.ts'

const ROUNDS = 6
const PAYERS = 24

let database: EmptyDatabase
/** Looks at the same database, and does nothing by itself. */
let app: App

beforeAll(async () => {
  database = await emptyDatabase('postgres')
  app = await openApp(readEnv({ ...database.env }))
})
afterAll(async () => {
  await app.db.close()
  await database.remove()
})

const url = (): string => database.env.DATABASE_URL ?? ''

/** As whoever pays does it: what got no answer is asked again. */
async function insist<Value>(ask: () => Promise<Value>, isAnswer: (value: Value) => boolean): Promise<Value> {
  for (;;) {
    const value = await ask().catch(() => undefined)
    if (value !== undefined && isAnswer(value)) return value
    await new Promise((wait) => setTimeout(wait, 50))
  }
}

interface Told {
  booked: Set<string>
  /** Bookings whose payer was told that the money is there. */
  confirmed: Set<string>
}

/** Books, pays at the stand-in and looks; every fourth closes the tab once it has paid. */
async function pay(at: string, buyers: Buyers, number: number, told: Told): Promise<void> {
  const key = crypto.randomUUID()
  const planId = number % 3 === 0 ? 'professional' : 'explorer'
  const locationId = number % 2 === 0 ? 'dhobighat-hub' : 'kausimaa'
  const choices = Buyers.choices({ planId, locationId, startDate: inDays(10 + ((number * 7) % 300)) })
  const { body } = await insist(
    () => buyers.place(choices, key),
    ({ status }) => status === 201,
  )
  const { bookingId = '', secret } = body
  told.booked.add(bookingId)
  const started = await insist(
    () => post(`${at}/api/payments`, { bookingId, method: 'esewa' }, secret),
    ({ status }) => status === 200 || status === 201,
  )
  const { paymentId, next } = (await started.json()) as Awaited<ReturnType<typeof paid>>
  const send = (path: string, form: Record<string, string>) =>
    insist(
      () => fetch(at + path, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' }),
      ({ status }) => status < 400,
    )
  await send(new URL(next.action ?? '', at).pathname, next.fields ?? {})
  await send(`/sandbox/esewa/pay/${paymentId}`, { choice: 'pay' })
  if (number % 4 === 0) return
  const answer = await insist(
    () => verify({ url: at }, paymentId) as Promise<{ success?: boolean } | undefined>,
    (seen) => seen?.success === true,
  )
  if (answer?.success) told.confirmed.add(bookingId)
}

/** Payments are asked about by ourselves once they are a minute old: they grow two. */
const grow = () =>
  sql`update payments set created_at = ${new Date(Date.now() - 120_000).toISOString()}, asked_at = null
    where state <> 'confirmed'`.execute(app.db.read)

test(`kill -9 of one of two in the middle, ${ROUNDS} times: nothing that was booked or paid is lost`, async () => {
  const fleet = await Fleet.start(url())
  const told: Told = { booked: new Set(), confirmed: new Set() }
  let meanwhile = 0
  for (let round = 0; round < ROUNDS; round++) {
    const buyers = new Buyers(fleet.url, PAYERS)
    const before = told.confirmed.size
    const all = Array.from({ length: PAYERS }, (_, number) => pay(fleet.url, buyers, round * PAYERS + number, told))
    // A different moment of the load in every round, and the one and the other in turn.
    await expect.poll(() => told.confirmed.size - before, { timeout: 60_000, interval: 5 }).toBeGreaterThan(round * 2)
    await fleet.kill(round % 2)
    const dead = told.booked.size + told.confirmed.size
    const other = fleet.at((round + 1) % 2)
    expect((await fetch(`${other.url}/api/ready`)).status, 'the other goes on').toBe(200)
    await expect
      .poll(() => told.confirmed.size - before, { timeout: 60_000, interval: 5 })
      .toBeGreaterThan(round * 2 + 2)
    meanwhile += told.booked.size + told.confirmed.size - dead
    await fleet.revive(round % 2)
    expect((await fetch(`${fleet.at(round % 2).url}/api/ready`)).status, 'the killed one is back').toBe(200)
    await Promise.all(all)
    buyers.leave()
  }
  await grow()
  const esewa = RAILS.find(({ method }) => method === 'esewa')
  const money = (await esewa?.received(app)) ?? new Map()
  await expect
    .poll(async () => (await books(app, money)).lost, { timeout: 60_000, interval: 250, message: 'all money is found' })
    .toEqual([])
  const found = await books(app, money)
  expect(found).toMatchObject({ unpaid: [], lost: [], unnoticed: [], groundless: [] })
  expect(found.recorded).toBe(found.received)
  expect(money.size).toBe(ROUNDS * PAYERS)
  const bookings = await rows(app.db.read, 'bookings')
  const confirmed = new Set(bookings.flatMap(({ id, state }) => (state === 'confirmed' ? [id] : [])))
  expect([...told.booked].filter((id) => !confirmed.has(id))).toEqual([])
  expect([...told.confirmed].filter((id) => !confirmed.has(id))).toEqual([])
  expect(await faults()).toEqual([])
  for (const index of [0, 1]) expect(fleet.at(index).output()).not.toContain('"bug"')
  console.log(
    `killed ${ROUNDS} times under ${PAYERS} payers: ${told.booked.size} bookings answered, ${money.size} paid, ${confirmed.size} confirmed, NPR ${found.received / 100} came and is recorded; ${meanwhile} answers while one was dead`,
  )
  await fleet.stop()
})

test.each(ALL_DYING_POINTS)('one is killed %s: the other finds the money, and it counts once', async (point) => {
  const fleet = await Fleet.start(url())
  await fleet.kill(0)
  await fleet.revive(0, dyingAt(point))
  const { paymentId } = await paid(fleet.at(1), 'esewa')
  expect(await verify(fleet.at(0), paymentId), 'it died before it could answer').toBeUndefined()
  const state = async () => (await rows(app.db.read, 'payments')).find(({ id }) => id === paymentId)?.state
  expect(await state()).toBe(point === 'after the commit' ? 'confirmed' : 'pending')
  expect(await verify(fleet.at(1), paymentId)).toMatchObject({ success: true })
  expect(await state()).toBe('confirmed')
  expect(await faults()).toEqual([])
  await fleet.stop()
})

/**
 * Confirmed bookings without exactly one mail, one change of state and, where the plan has one, one membership; days
 * that are counted wrong.
 */
async function faults(): Promise<unknown[]> {
  const { rows: found } = await sql`select * from (
    select b.id, (select count(*) from mails m where m.booking_id = b.id) as mails,
      (select count(*) from booking_states s where s.booking_id = b.id and s.state = 'confirmed') as confirmed,
      (select count(*) from memberships m where m.booking_id = b.id) - case when b.plan_id = 'explorer' then 0 else 1 end as memberships
    from bookings b where b.state = 'confirmed') each where mails <> 1 or confirmed <> 1 or memberships <> 0
  `.execute(app.db.read)
  const { rows: days } = await sql`select day, taken, booked from (select day, taken, (select coalesce(sum(b.seats), 0)
      from bookings b where b.location_id = d.location_id and d.day between b.start_date and b.end_date
        and b.state in ('held', 'pending_verification', 'confirmed')) as booked from seat_days d) days
    where taken <> booked`.execute(app.db.read)
  return [...found, ...days]
}
