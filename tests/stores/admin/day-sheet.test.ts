import { describe, expect, test, vi } from 'vitest'
import { $arrivalChanges, findArrivalProblem, markHere } from '#stores/admin/desk/arrivals.ts'
import { daySheet } from '#stores/admin/desk/day-sheet.ts'
import { $session } from '#stores/admin/session/session.ts'
import { errorBody, settle, staffSession, withTab } from './staff-tab.ts'

const tab = withTab(() => tab.open('/admin/day-sheet?location=dhobighat-hub&date=2026-12-10'))

const expected = (bookingId: string) => ({ bookingId, arrivedAt: null, arrivedSeats: 0, seats: 1 })
const ARRIVED = { arrivedAt: '2026-12-10T04:15:00.000Z' }

describe('the day sheet', () => {
  test.each([
    ['the location of the URL', null, 'dhobighat-hub'],
    ['an assigned location when the URL names another', ['kausimaa'] as const, 'kausimaa'],
  ])('opens the sheet of %s', (_, workplaces, location) => {
    $session.set({ state: 'open', user: staffSession({ role: 'desk', workplaces: workplaces && [...workplaces] }) })
    void daySheet.open()
    expect(daySheet.$day.get()).toMatchObject({ location, date: '2026-12-10' })
    expect(tab.next.query).toEqual({ location, date: '2026-12-10' })
    expect(tab.url.search).toBe(`?location=${location}&date=2026-12-10`)
  })

  test('shows only the sheet of the selected day and location, also after a failure', async () => {
    $session.set({ state: 'open', user: staffSession() })
    const sheet = (date: string, locationId = 'dhobighat-hub') => ({ locationId, date, people: [] })
    await tab.respondTo(daySheet.open(), 200, sheet('2026-12-10'))
    expect(daySheet.$day.get().data).toEqual(sheet('2026-12-10'))
    daySheet.shift(1)
    expect(daySheet.$day.get()).toEqual({ location: 'dhobighat-hub', date: '2026-12-11' })
    await tab.next.respond(503, errorBody('not_ready'))
    expect(daySheet.$day.get()).toMatchObject({ date: '2026-12-11', failure: { code: 'not_ready' } })
    expect(daySheet.$day.get().data).toBeUndefined()
    void daySheet.choose({ location: 'kausimaa' })
    expect(daySheet.$day.get().failure).toBeUndefined()
    await tab.next.respond(200, sheet('2026-12-11', 'kausimaa'))
    // A failed reload of the same sheet keeps it.
    await tab.respondTo(daySheet.read(), 503, errorBody('not_ready'))
    expect(daySheet.$day.get()).toMatchObject({ data: sheet('2026-12-11', 'kausimaa'), failure: { code: 'not_ready' } })
  })

  test('marks each arrival once, and reloads the list after the last of them', async () => {
    let resolveReload = () => {}
    const read = vi.fn(() => new Promise<void>((resolve) => (resolveReload = resolve)))
    const finishReload = () => {
      resolveReload()
      return settle()
    }
    const markArrival = (bookingId: string) => void markHere(expected(bookingId), 1, '2026-12-10', read)
    for (const id of ['a', 'b', 'b']) markArrival(id)
    expect(tab.requests.map(({ path }) => path)).toEqual(['a', 'b'].map((id) => `/api/admin/bookings/${id}/arrival`))
    await tab.next.respond(503, errorBody('not_ready'))
    const failed = [{ bookingId: 'a', here: 1, problem: expect.stringMatching(/./) }]
    expect($arrivalChanges.get()).toEqual({ busy: ['a', 'b'], failed })
    expect(read).not.toHaveBeenCalled()
    await tab.next.respond(200, ARRIVED)
    expect(read).toHaveBeenCalledTimes(1)
    markArrival('c')
    await finishReload()
    expect($arrivalChanges.get()).toEqual({ busy: ['a', 'b', 'c'], failed })
    await tab.next.respond(200, ARRIVED)
    expect(read).toHaveBeenCalledTimes(2)
    await finishReload()
    expect($arrivalChanges.get()).toEqual({ busy: [], failed })
    markArrival('a')
    expect($arrivalChanges.get()).toEqual({ busy: ['a'], failed: [] })
    await tab.next.respond(200, ARRIVED)
    await finishReload()
  })

  test('reports no problem when the list shows a change whose response was lost', async () => {
    const [arrived, absent] = [{ ...expected('a'), ...ARRIVED, arrivedSeats: 1 }, expected('a')]
    await tab.respondTo(
      markHere(arrived, 0, '2026-12-10', async () => {}),
      500,
      errorBody('internal'),
    )
    const { failed } = $arrivalChanges.get()
    expect(findArrivalProblem(failed, [arrived])).toMatch(/./)
    expect(findArrivalProblem(failed, [absent])).toBeUndefined()
  })

  test('sends how many of a team are here, and none as no arrival', async () => {
    const team = { ...expected('team'), seats: 5 }
    void markHere(team, 2, '2026-12-10', async () => {})
    const first = tab.next
    expect(first.body).toEqual({ date: '2026-12-10', arrived: true, seats: 2, expectedArrivedAt: null })
    await first.respond(200, ARRIVED)
    await settle()
    void markHere({ ...team, ...ARRIVED, arrivedSeats: 2 }, 0, '2026-12-10', async () => {})
    const second = tab.next
    expect(second.body).toEqual({ date: '2026-12-10', arrived: false, expectedArrivedAt: ARRIVED.arrivedAt })
    await second.respond(200, ARRIVED)
    await settle()
  })
})
