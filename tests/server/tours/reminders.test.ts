import { expect, test } from 'vitest'
import { cancelTour, moveTour } from '#contract/tours.ts'
import { instant } from '#server/db/instant.ts'
import { remindTourVisitors, writeAfterTours } from '#server/tours/reminders.ts'
import { describeOnEachEngine, emailsTo, execute, kathmandu, rows } from '../../support/app.ts'
import { atOnce } from '../../support/outcomes.ts'
import { call, withKey } from '../../support/requests.ts'
import { bookedTour, type TourInput } from '../../support/tours.ts'

const REMINDER = 'Your tour on 10 Dec 2026 at 10:30: Kausimaa'
const THANKS = 'Thank you for your visit to Kausimaa'

describeOnEachEngine('reminders of tours on %s', (app) => {
  /** Runs the job at a time, and returns the subjects after the confirmation. */
  const sentAt = async (date: string, time: string, job = remindTourVisitors) => {
    app.clock.set(kathmandu(date, time))
    await job(app)
    return (await emailsTo(app, 'nisha@example.com')).slice(1)
  }

  test('are sent once, at 17:00 the day before, also by two processes', async () => {
    await bookedTour(app)
    expect(await sentAt('2026-12-09', '16:59')).toEqual([])
    expect(await sentAt('2026-12-08', '17:00')).toEqual([])
    app.clock.set(kathmandu('2026-12-09', '17:00'))
    await atOnce(2, () => remindTourVisitors(app))
    expect(await sentAt('2026-12-09', '17:05')).toEqual([REMINDER])
    expect(await sentAt('2026-12-10', '09:00')).toEqual([REMINDER])
  })

  test('are useful until the tour', async () => {
    await bookedTour(app)
    await sentAt('2026-12-09', '17:00')
    const reminder = (await rows(app.db.read, 'emails')).find(({ subject }) => subject === REMINDER)
    expect(reminder?.valid_until).toBe('2026-12-10T04:45:00.000Z')
  })

  test('are not sent for a tour that was booked or moved that day, or cancelled', async () => {
    app.clock.set(kathmandu('2026-12-09', '09:00'))
    await bookedTour(app)
    expect(await sentAt('2026-12-09', '17:00')).toEqual([])
  })

  test('follow a tour to its new day', async () => {
    const { tourId, secret } = await bookedTour(app)
    expect(await sentAt('2026-12-09', '17:00')).toEqual([REMINDER])
    await call(moveTour, withKey({ date: '2026-12-12', time: '10:30' }, { id: tourId, secret }))
    expect(await sentAt('2026-12-09', '18:00')).toHaveLength(2)
    expect((await sentAt('2026-12-11', '17:00')).at(-1)).toBe('Your tour on 12 Dec 2026 at 10:30: Kausimaa')
  })

  test('are not sent after a cancellation, or to an address that wants none', async () => {
    const { tourId, secret } = await bookedTour(app)
    await bookedTour(app, { email: 'Maya@example.com' })
    await call(cancelTour, withKey({}, { id: tourId, secret }))
    const stop = { email: 'maya@example.com', created_at: instant(app.now()) }
    await execute(app, (db) => db.insertInto('reminder_stops').values(stop))
    expect(await sentAt('2026-12-09', '17:00')).toEqual(['Tour cancelled: Kausimaa, 10 Dec 2026, 10:30'])
    expect(await emailsTo(app, 'Maya@example.com')).toHaveLength(1)
  })

  const visit = async (state: 'came' | 'missed' | 'booked', changes: Partial<TourInput> = {}) => {
    const { tourId } = await bookedTour(app, changes)
    await execute(app, (db) => db.updateTable('tours').set({ state }).where('id', '=', tourId))
  }

  test('thank visitors who came, once, on the day after, with the plans', async () => {
    await visit('came')
    expect(await sentAt('2026-12-11', '08:59', writeAfterTours)).toEqual([])
    app.clock.set(kathmandu('2026-12-11', '09:00'))
    await atOnce(2, () => writeAfterTours(app))
    expect(await sentAt('2026-12-11', '12:00', writeAfterTours)).toEqual([THANKS])
    expect(await sentAt('2026-12-12', '09:00', writeAfterTours)).toEqual([THANKS])
    const thanks = (await rows(app.db.read, 'emails')).find(({ subject }) => subject === THANKS)
    expect(thanks?.body).toMatch(/Explorer: NPR.400 a day\n/)
    expect(thanks?.body).toContain('/booking?location=kausimaa')
  })

  test.each(['missed', 'booked'] as const)('do not thank the visitor of a tour that is %s', async (state) => {
    await visit(state)
    expect(await sentAt('2026-12-11', '10:00', writeAfterTours)).toEqual([])
  })
})
