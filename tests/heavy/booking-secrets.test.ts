import { randomBytes, randomInt } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readBooking } from '#contract/bookings.ts'
import type { App } from '#server/app.ts'
import { findOwnBooking } from '#server/bookings/access.ts'
import { deriveBookingSecret, matchesSecret } from '#server/secrets.ts'
import { execute, type TestApp, useApp } from '../support/app.ts'
import { rounds } from '../support/campaign.ts'
import { ENGINES } from '../support/engines.ts'
import { dayPass, type Placed, placed } from '../support/orders.ts'
import { send } from '../support/requests.ts'

const ATTEMPTS = rounds(1_000)
const BOOKINGS = 20
/** Timings are compared with as many attempts in every run, as fewer would hide a difference. */
const TIMED_ATTEMPTS = 2_000
/** How far the share of slower attempts may be from a half. */
const NOISE = 0.1

type Attempt = [id: string, secret: string]

const randomSecret = () => randomBytes(32).toString('base64url')

function guess(app: App, bookings: readonly Placed[]): Attempt {
  const booking = bookings[randomInt(bookings.length)] as Placed
  const other = bookings.find(({ bookingId }) => bookingId !== booking.bookingId) as Placed
  const [, time, letters] = booking.bookingId.split('-')
  const neighbour = `BK-${Number(time) + 1 + randomInt(1_000)}-${letters}`
  const guesses: Attempt[] = [
    [booking.bookingId, randomSecret()],
    [booking.bookingId, other.secret],
    [booking.bookingId, deriveBookingSecret(app.bookingKey, booking.bookingId, 1 + randomInt(9))],
    [booking.bookingId, booking.secret.slice(0, randomInt(43))],
    [booking.bookingId, `${booking.secret}${randomSecret().slice(0, 1 + randomInt(40))}`],
    [neighbour, booking.secret],
    [neighbour, deriveBookingSecret(app.bookingKey, booking.bookingId)],
  ]
  return guesses[randomInt(guesses.length)] as Attempt
}

async function placeMany(app: TestApp): Promise<Placed[]> {
  const bookings: Placed[] = []
  for (let count = 0; count < BOOKINGS; count++) bookings.push(await placed(app, dayPass()))
  return bookings
}

describe.each(ENGINES)('on %s', (engine) => {
  const app = useApp(engine)

  test(`${ATTEMPTS} wrong or foreign secrets get the same response`, async () => {
    const bookings = await placeMany(app)
    const [replaced] = bookings as [Placed]
    await execute(app, (db) =>
      db.updateTable('bookings').set({ secret_version: 10 }).where('id', '=', replaced.bookingId),
    )
    const responses = new Set<string>()
    const request = async (id: string, secret: string) => {
      const { status, headers, body } = await send(readBooking, { id, secret })
      return JSON.stringify({ status, headers: Object.fromEntries(headers), body })
    }
    responses.add(await request(replaced.bookingId, replaced.secret))
    for (let count = 1; count < ATTEMPTS; count++) responses.add(await request(...guess(app, bookings)))
    expect([...responses]).toHaveLength(1)
    expect(JSON.parse(String([...responses][0]))).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
  })

  test('a wrong secret takes as long as an unknown id', async () => {
    const bookings = await placeMany(app)
    const difference = await compareTimings(bookings, (id, secret) => findOwnBooking(app, app.db.read, id, secret))
    const queriedTwice = await compareTimings(bookings, (id, secret) => queryTwice(app, id, secret))
    console.log(
      `${engine}: a wrong secret is slower in ${percent(difference)} of pairs, and in ${percent(queriedTwice)} with a query that only known ids cause`,
    )
    expect(Math.abs(difference - 0.5)).toBeLessThan(NOISE)
    expect(Math.abs(queriedTwice - 0.5)).toBeGreaterThan(NOISE)
  })
})

const percent = (share: number) => `${Math.round(share * 100)} %`

/** The negative control: only a known id causes a second query. */
async function queryTwice(app: App, id: string, secret: string): Promise<unknown> {
  const known = await app.db.read.selectFrom('bookings').select('id').where('id', '=', id).executeTakeFirst()
  if (!known) return undefined
  const row = await app.db.read.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirst()
  return matchesSecret(secret, deriveBookingSecret(app.bookingKey, id)) ? row : undefined
}

/** Alternates both kinds of attempt. Returns the share of pairs in which the wrong secret took longer (Mann and Whitney). */
async function compareTimings(
  bookings: readonly Placed[],
  open: (id: string, secret: string) => Promise<unknown>,
): Promise<number> {
  const wrong: number[] = []
  const unknown: number[] = []
  const measure = async (id: string) => {
    const secret = randomSecret()
    const start = performance.now()
    await open(id, secret)
    return performance.now() - start
  }
  for (let count = 0; count < TIMED_ATTEMPTS; count++) {
    const { bookingId } = bookings[count % bookings.length] as Placed
    wrong.push(await measure(bookingId))
    unknown.push(await measure(bookingId.replace('BK-1', 'BK-2')))
  }
  const ranked = [
    ...wrong.map((time) => ({ time, isWrong: true })),
    ...unknown.map((time) => ({ time, isWrong: false })),
  ]
  ranked.sort((one, other) => one.time - other.time)
  const rankSum = ranked.reduce((sum, { isWrong }, index) => sum + (isWrong ? index + 1 : 0), 0)
  return (rankSum - (TIMED_ATTEMPTS * (TIMED_ATTEMPTS + 1)) / 2) / TIMED_ATTEMPTS ** 2
}
