import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { readAvailability } from '#contract/availability.ts'
import { placeBooking } from '#contract/bookings.ts'
import { succeed } from '#contract/failure.ts'
import { readReady } from '#contract/health.ts'
import { restoreArchive, writeArchive } from '#server/db/archive.ts'
import { DatabaseUnavailable } from '#server/db/errors.ts'
import { openTestApp, rows, useApp } from '../../support/app.ts'
import { order } from '../../support/orders.ts'
import { call, rejected, send, withKey } from '../../support/requests.ts'

const NO_LIMIT = 1_073_741_823

describe('a database that has no room to grow', () => {
  const app = useApp('sqlite')

  const limitPages = async (pages: number): Promise<void> => {
    await app.db.write(async (db) => succeed(await sql.raw(`pragma max_page_count = ${pages}`).execute(db)))
  }
  /** Leaves no page for another row, as a full disk does. */
  const fill = () => limitPages(1)
  const value = 'x'.repeat(2_000_000)
  const set = (key: string) =>
    app.db.write(async (db) => {
      await db.insertInto('sandbox_values').values({ key, value }).execute()
      return succeed(key)
    })

  test('rejects a booking with not_ready and Retry-After, is not ready, and recovers once there is room', async () => {
    await call(placeBooking, withKey(order()))
    await fill()
    const placeMany = Array.from({ length: 40 }, () => send(placeBooking, withKey(order())))
    const responses = await Promise.all(placeMany)
    const failed = responses.filter(({ status }) => status === 503)
    const accepted = responses.filter(({ status }) => status === 201)
    expect(failed.length).toBeGreaterThan(0)
    expect(failed.length + accepted.length).toBe(responses.length)
    for (const { headers, body } of failed) {
      expect(headers.get('retry-after')).toBe('5')
      expect(body).toMatchObject({ error: { code: 'not_ready', retryAfter: 5 } })
    }
    expect(await rows(app.db.read, 'bookings')).toHaveLength(1 + accepted.length)
    expect((await rejected('not_ready', readReady)).retryAfter).toBe(5)
    await call(readAvailability, { query: { location: 'kausimaa', from: '2026-12-10', to: '2026-12-11' } })
    await limitPages(NO_LIMIT)
    expect(await call(readReady)).toEqual({ status: 'ok' })
    await call(placeBooking, withKey(order()))
    expect(await rows(app.db.read, 'settings')).not.toContainEqual(expect.objectContaining({ key: 'write_probe' }))
  })

  test('stops a restoration with the reason, and stores nothing', async () => {
    const { bookingId } = await call(placeBooking, withKey(order()))
    const lines = await Array.fromAsync(writeArchive(app.db, app.now()))
    const other = await openTestApp('sqlite')
    await other.empty()
    await other.db.write(async (db) => {
      await db.deleteFrom('settings').execute()
      return succeed(await sql.raw('pragma max_page_count = 1').execute(db))
    })
    async function* source() {
      for (const line of lines) yield line.replaceAll(bookingId, bookingId.padEnd(1_000_000, 'x'))
    }
    await expect(restoreArchive(other.db, source())).rejects.toThrow(
      /database or disk is full\. Nothing was restored\.$/,
    )
    expect(await rows(other.db.read, 'bookings')).toEqual([])
    await other.close()
  })

  test('rejects every write that shares the commit, and stores none of them', async () => {
    await fill()
    const outcomes = await Promise.allSettled(['a', 'b', 'c'].map(set))
    expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason)).toEqual(
      ['a', 'b', 'c'].map(() => expect.any(DatabaseUnavailable)),
    )
    await limitPages(NO_LIMIT)
    expect(await rows(app.db.read, 'sandbox_values')).toEqual([])
    await set('d')
    expect(await rows(app.db.read, 'sandbox_values')).toHaveLength(1)
  })
})
