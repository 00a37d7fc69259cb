import { beforeEach, expect, test } from 'vitest'
import { startJobs } from '#server/jobs.ts'
import { offerFreeSeats } from '#server/waiting/offers.ts'
import { describeOnEachEngine, rows } from '../support/app.ts'
import { dayPass, placed, setCapacity, transitionTo } from '../support/orders.ts'
import { waiting } from '../support/waiting.ts'

const DAY = '2026-12-10'
const HOURLY = /deleteOldRows|deleteOldMonthArchives|deleteOldReceiptImages|checkAudit/

describeOnEachEngine('an idle server on %s', (app) => {
  let writers: string[] = []
  beforeEach(() => {
    const { write } = app.db
    writers = []
    app.db = {
      ...app.db,
      write: (job) => {
        writers.push(new Error('a write').stack ?? '')
        return write(job)
      },
    }
  })
  /** Runs every job once. */
  const runJobs = () => startJobs(app)()

  test('opens no write transaction to find out that no job has work, except once an hour', async () => {
    await runJobs()
    expect(writers.some((stack) => HOURLY.test(stack))).toBe(true)
    expect(writers.filter((stack) => !HOURLY.test(stack))).toEqual([])
  })

  test('opens none while all seats that can be offered are offered, or those who wait have another offer', async () => {
    setCapacity(app, 2)
    const [first, second] = [
      await placed(app, dayPass({ locationId: 'kausimaa', startDate: DAY })),
      await placed(app, dayPass({ locationId: 'kausimaa', startDate: DAY })),
    ]
    for (const name of ['maya', 'nisha'])
      await waiting(app, { locationId: 'kausimaa', day: DAY, email: `${name}@example.com` })
    for (const { bookingId } of [first, second]) await transitionTo(app, bookingId, 'cancelled')
    await offerFreeSeats(app)
    expect(await rows(app.db.read, 'seat_offers')).toHaveLength(1)
    writers = []
    await offerFreeSeats(app)
    expect(writers).toEqual([])
  })
})
