import { describe, expect, test } from 'vitest'
import { setArrival } from '#server/desk/arrivals.ts'
import { cancel } from '#server/desk/cancellation.ts'
import { loadDaySheet } from '#server/desk/day-sheet.ts'
import { loadDayVisitors } from '#server/desk/day-visitors.ts'
import { move } from '#server/desk/move.ts'
import { loadToday } from '#server/reports/today.ts'
import { HOUR, rows, type TestApp, untouched, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { dayPass, granted, placed, refusalOf } from '../support/orders.ts'
import { staffMember } from '../support/staff-member.ts'

const TODAY = '2026-12-01'

describe.each(ENGINES)('at the desk, on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })
  const actions = async () => (await rows(app.db.read, 'audit')).map(({ action }) => action).toSorted()

  test('an arrival is marked and taken back on its day, seen on the lists and kept in the audit', async () => {
    const desk = await staffMember(app, 'desk', ['dhobighat-hub'])
    const { bookingId } = await placed(app, dayPass({ startDate: TODAY }))
    const { arrivedAt } = granted(await setArrival(app, desk, bookingId, { date: TODAY, here: true, seen: null }))
    const seen = async () => {
      const sheet = granted(await loadDaySheet(app, desk, { location: 'dhobighat-hub', date: TODAY }))
      const [place] = granted(await loadToday(app, desk)).locations
      return [sheet.people[0]?.arrivedAt, place?.here]
    }
    expect(await seen()).toEqual([new Date(app.now()).toISOString(), 1])
    expect((await rows(app.db.read, 'staff_events')).at(-1)).toMatchObject({ subject_id: bookingId })
    app.clock.advance(HOUR)
    granted(await setArrival(app, desk, bookingId, { date: TODAY, here: false, seen: arrivedAt }))
    expect(await seen()).toEqual([null, 0])
    expect(await actions()).toEqual(['arrival_marked', 'arrival_taken_back'])
  })

  test('who came and was moved to other days is not here any more, on the dashboard as in its panel', async () => {
    const owner = await staffMember(app)
    const [stays, moves] = [
      await placed(app, dayPass({ startDate: TODAY })),
      await placed(app, dayPass({ startDate: TODAY })),
    ]
    for (const { bookingId } of [stays, moves])
      granted(await setArrival(app, owner, bookingId, { date: TODAY, here: true, seen: null }))
    granted(await move(app, owner, moves.bookingId, { version: 1, startDate: '2026-12-02' }))
    const [place] = granted(await loadToday(app, owner)).locations
    const { people } = granted(await loadDayVisitors(app, owner, { location: 'dhobighat-hub', date: TODAY }))
    expect(people.filter(({ arrivedAt }) => arrivedAt !== null)).toMatchObject([{ bookingId: stays.bookingId }])
    expect(place?.here).toBe(1)
  })

  test('of two who mark somebody one is told; other days, places and states are refused', async () => {
    const desk = await staffMember(app, 'desk', ['dhobighat-hub'])
    const { bookingId } = await placed(app, dayPass({ startDate: TODAY }))
    const both = await Promise.all(
      [1, 2].map(() => setArrival(app, desk, bookingId, { date: TODAY, here: true, seen: null })),
    )
    expect(both.flatMap((one) => (one.ok ? [] : one.failure.code))).toEqual(['changed_meanwhile'])
    const elsewhere = await staffMember(app, 'desk', ['kausimaa'])
    const later = await placed(app, dayPass({ startDate: '2026-12-02' }))
    const gone = await placed(app, dayPass({ startDate: TODAY }))
    granted(await cancel(app, desk, gone.bookingId, { version: 1, reason: 'They called' }))
    await untouched(app, async () => {
      const wanted = { date: TODAY, here: true, seen: null }
      expect(refusalOf(await setArrival(app, elsewhere, bookingId, wanted)).code).toBe('not_found')
      expect(refusalOf(await setArrival(app, desk, later.bookingId, wanted)).code).toBe('wrong_state')
      expect(refusalOf(await setArrival(app, desk, gone.bookingId, wanted)).code).toBe('wrong_state')
      const tomorrow = { ...wanted, date: '2026-12-02' }
      expect(refusalOf(await setArrival(app, desk, later.bookingId, tomorrow)).fields).toHaveProperty('date')
    })
  })
})
