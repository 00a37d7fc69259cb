import { beforeEach, describe, expect, test } from 'vitest'
import type { AffectedBooking, ClosureList } from '#contract/admin/closures.ts'
import type { IsoDate } from '#domain/calendar.ts'
import type { ListedClosure } from '#domain/closure.ts'
import { $caseAction, markHandled } from '#stores/admin/closures/cases.ts'
import {
  $changeCount,
  $closureEdit,
  $isTooLong,
  $problems,
  $rows,
  addEntries,
  addRow,
  cancelClosing,
  discardClosures,
  editRow,
  loadClosureList,
  readClosureEdit,
  receiveClosures,
  removeRow,
  resetRow,
  saveClosures,
} from '#stores/admin/closures/closures.ts'
import { importCalendar } from '#stores/admin/closures/import-calendar.ts'
import { FakeStorage } from '../../support/edition-browser.ts'
import { errorBody, settle, startDrafts, withTab } from './staff-tab.ts'

const CLOSURES = '/api/admin/closures'

const closure = (id: string, date: string, over: Partial<ListedClosure> = {}): ListedClosure => ({
  id,
  locationId: null,
  from: date as IsoDate,
  to: date as IsoDate,
  reason: 'Tihar',
  hours: null,
  ...over,
})
const A = closure('a', '2026-12-10')
const B = closure('b', '2026-12-20')
const list = (version: number, closures = [A, B], over: Partial<ClosureList> = {}): ClosureList => ({
  version,
  closures,
  past: [],
  samples: [],
  affected: [],
  handled: [],
  affectedTours: [],
  affectedRooms: [],
  outsideHours: [],
  ...over,
})

const tab = withTab()
const respondWithList = (current: ClosureList) => tab.take(CLOSURES).respond(200, current)
const saveRequest = () => tab.take(CLOSURES, 'PUT')
const open = (current = list(3)) => {
  $closureEdit.set({ edits: {}, changedByOthers: [], showProblems: false, busy: false })
  void readClosureEdit()
  return respondWithList(current)
}
const row = (key: string) => {
  const found = $rows.get().find((each) => each.key === key)
  if (!found) throw new Error(`no row ${key}`)
  return found
}
const editReason = (reason: string) => editRow(row('a'), { reason })
/** Changes one entry, saves it and responds. */
function saveReason(status: number, body: unknown): Promise<void> {
  editReason('Painting')
  void saveClosures()
  return saveRequest().respond(status, body)
}
const PAINTED = closure('a', '2026-12-10', { reason: 'Painting' })

beforeEach(() => open())

describe('closed days as they are edited', () => {
  test('are changes only where they differ from the saved ones', () => {
    editReason('Painting')
    expect($changeCount.get()).toBe(1)
    editReason('Tihar')
    expect($changeCount.get()).toBe(0)
    removeRow(row('b'))
    expect($changeCount.get()).toBe(1)
    resetRow(row('b'))
    expect($rows.get().map(({ isChanged }) => isChanged)).toEqual([false, false])
  })

  test('follow the rules of the server, and are not sent while one is broken', async () => {
    const key = addRow()
    expect($closureEdit.get().showProblems).toBe(false)
    expect(await saveClosures()).toBe(`${key}.reason`)
    expect($closureEdit.get().showProblems).toBe(true)
    editRow(row(key), { reason: 'Holi', from: '2026-12-10', to: '2026-12-09' })
    expect($problems.get()).toEqual({
      [`${key}.to`]: 'The last day cannot be before the first day',
    })
    expect(saveRequest).toThrow()
    removeRow(row(key))
    expect($rows.get()).toHaveLength(2)
  })

  test('may take the days of an entry that the same save deletes', () => {
    const key = addRow()
    editRow(row(key), { reason: 'Painting', from: '2026-12-10', to: '2026-12-12' })
    expect($problems.get()).toEqual({
      [`${key}.from`]: 'Another entry for the same location covers some of these days',
    })
    removeRow(row('a'))
    expect($problems.get()).toEqual({})
  })

  test('are at most 150', async () => {
    const days = Array.from({ length: 149 }, (_, index) =>
      new Date(Date.UTC(2027, 0, 1 + index)).toISOString().slice(0, 10),
    )
    addEntries(days.map((from) => ({ locationId: null, from, to: from, reason: 'Holiday', hours: null })))
    expect($isTooLong.get()).toBe(true)
    await saveClosures()
    expect(saveRequest).toThrow()
  })

  test('are added from a list without days that it already has', () => {
    const entry = (from: string, locationId: string | null = null) => ({
      locationId,
      from,
      to: from,
      reason: 'Holi',
      hours: null,
    })
    expect(
      addEntries([entry('2026-12-10'), entry('2026-12-11'), entry('2026-12-11'), entry('2026-12-20', 'kausimaa')]),
    ).toHaveLength(2)
    expect($rows.get().map(({ input }) => input.from)).toEqual(['2026-12-10', '2026-12-20', '2026-12-11', '2026-12-20'])
  })

  test('are imported from a calendar file as entries of every location', () => {
    const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']
    const text = [
      'BEGIN:VCALENDAR',
      ...event('DTSTART:20261129', 'DTEND:20261203', 'SUMMARY:Running'),
      ...event('DTSTART:20261101', 'SUMMARY:Over'),
      ...event('DTSTART:20261210', 'SUMMARY:Known'),
      ...event('DTSTART:20261215T100000', 'SUMMARY:With a time'),
      ...event('DTSTART:20270101', `SUMMARY:${'long '.repeat(20)}`),
      'END:VCALENDAR',
    ].join('\n')
    expect(importCalendar(text)).toMatchObject({
      ...{ added: 2, skipped: 1, past: 1 },
      known: [{ reason: 'Known', from: '2026-12-10', to: '2026-12-10' }],
    })
    expect($rows.get().slice(2)).toMatchObject([
      { input: { locationId: null, from: '2026-12-01', to: '2026-12-02', reason: 'Running', hours: null } },
      { input: { from: '2027-01-01', to: '2027-01-01' } },
    ])
    expect($problems.get()).toEqual({})
    expect(importCalendar('{}')).toBeUndefined()
  })
})

describe('saving closed days', () => {
  test('sends the whole list and its version, once', async () => {
    const key = addRow()
    editRow(row(key), { reason: 'Holi', locationId: 'kausimaa', hours: { open: '10:00', close: '16:00' } })
    removeRow(row('b'))
    const saving = saveClosures()
    void saveClosures()
    const request = saveRequest()
    const added = {
      locationId: 'kausimaa',
      from: '2026-12-01',
      to: '2026-12-01',
      reason: 'Holi',
      hours: { open: '10:00', close: '16:00' },
    }
    expect(request.body).toEqual({ version: 3, closures: [A, added] })
    expect(saveRequest).toThrow()
    const saved = list(4, [{ ...added, id: 'c' } as ListedClosure, A])
    await request.respond(200, saved)
    expect(await saving).toBeUndefined()
    expect($closureEdit.get()).toMatchObject({ list: saved, edits: {}, saved: 2, busy: false })
    expect($changeCount.get()).toBe(0)
  })

  test('lists what is booked, and closes the days with the key of that list only', async () => {
    const affected = { affected: [{ bookingId: 'BK-1' }], affectedTours: [], key: 'one' }
    await saveReason(409, errorBody('has_bookings', { current: affected }))
    expect($closureEdit.get()).toMatchObject({ affected, busy: false })
    expect($closureEdit.get().failure).toBeUndefined()
    cancelClosing()
    expect($closureEdit.get().affected).toBeUndefined()
    expect($changeCount.get()).toBe(1)
    void saveClosures($closureEdit.get().affected)
    const again = saveRequest()
    expect(again.body).not.toHaveProperty('affected')
    await again.respond(409, errorBody('has_bookings', { current: affected }))
    void saveClosures($closureEdit.get().affected)
    const confirmed = saveRequest()
    expect(confirmed.body).toMatchObject({ affected: 'one' })
    await confirmed.respond(200, list(4, [PAINTED, B]))
    expect($closureEdit.get().affected).toBeUndefined()
    expect($changeCount.get()).toBe(0)
  })

  test('marks the entries of a conflict, keeps what was typed, and succeeds when repeated', async () => {
    removeRow(row('b'))
    const current = list(4, [closure('a', '2026-12-11'), B, closure('c', '2026-12-30')])
    await saveReason(409, errorBody('changed_meanwhile', { current }))
    expect($closureEdit.get()).toMatchObject({ changedByOthers: ['a', 'c'], failure: { code: 'changed_meanwhile' } })
    expect(row('a').input).toMatchObject({ from: '2026-12-10', reason: 'Painting' })
    void saveClosures()
    const repeated = saveRequest()
    expect(repeated.body).toMatchObject({ version: 4, closures: [{ id: 'a' }, { id: 'c' }] })
    await repeated.respond(200, list(5, [PAINTED]))
    expect($closureEdit.get()).toMatchObject({ changedByOthers: [], edits: {} })
  })

  test('adds an edited entry again that a colleague has deleted', async () => {
    await saveReason(409, errorBody('changed_meanwhile', { current: list(4, [B]) }))
    expect(row('a')).toMatchObject({ saved: undefined, isChanged: true })
    void saveClosures()
    const { closures } = saveRequest().body as { closures: object[] }
    const { id: _, ...added } = PAINTED
    expect(closures[1]).toEqual(added)
  })

  test('shows messages of the server at the entry until it is edited', async () => {
    editReason('Painting')
    const saving = saveClosures()
    await saveRequest().respond(422, errorBody('invalid', { fields: { 'closures.0.from': 'Not today' } }))
    expect(await saving).toBe('a.from')
    expect($problems.get()).toEqual({ 'a.from': 'Not today' })
    editReason('Painting again')
    expect($problems.get()).toEqual({})
  })

  test('shows a failure until the next edit, also when a booking loads the list', async () => {
    await saveReason(422, errorBody('invalid', { message: 'Too many' }))
    expect($closureEdit.get().failure).toMatchObject({ code: 'invalid' })
    void loadClosureList()
    await respondWithList(list(3))
    expect($closureEdit.get().failure).toMatchObject({ code: 'invalid' })
    editReason('Painting again')
    expect($closureEdit.get().failure).toBeUndefined()
  })

  test('shows that the list could not be loaded until it is', async () => {
    void loadClosureList()
    await tab.take(CLOSURES).respond(500, errorBody('internal'))
    expect($closureEdit.get().failure).toMatchObject({ code: 'internal' })
    void loadClosureList()
    await respondWithList(list(3))
    expect($closureEdit.get().failure).toBeUndefined()
  })

  test.each([
    ['succeeds when the re-read list has it', list(4, [PAINTED, B]), { edits: {}, saved: 1 }],
    ['fails when the list has the old version', list(3), { failure: { code: 'internal' } }],
    ['fails when the list has other changes', list(4, [A]), { failure: { code: 'internal' } }],
  ])('whose response is lost %s', async (_, current, state) => {
    await saveReason(500, errorBody('internal'))
    await respondWithList(current)
    expect($closureEdit.get()).toMatchObject({ ...state, busy: false })
  })
})

describe('closed days that a colleague changes', () => {
  test('are shown at once, and marked while something is typed', async () => {
    void receiveClosures(4)
    await respondWithList(list(4, [B]))
    expect($rows.get()).toHaveLength(1)
    editRow(row('b'), { reason: 'Holi' })
    void receiveClosures(5)
    await respondWithList(list(5, [A, B]))
    await settle()
    expect($closureEdit.get()).toMatchObject({ changedByOthers: ['a'], failure: { code: 'changed_meanwhile' } })
    discardClosures()
    expect($closureEdit.get()).toMatchObject({ changedByOthers: [], edits: {} })
  })

  test('during a save are read after it', async () => {
    editReason('Painting')
    void saveClosures()
    void receiveClosures(5)
    await respondWithList(list(5, [PAINTED]))
    expect($closureEdit.get()).toMatchObject({ list: { version: 3 } })
    await saveRequest().respond(200, list(4, [PAINTED, B]))
    await respondWithList(list(5, [PAINTED]))
    expect($closureEdit.get().list?.version).toBe(5)
  })
})

test('a draft of closed days is restored after signing in again', async () => {
  const storage = new FakeStorage()
  const restore = startDrafts(undefined, storage)
  editReason('Painting')
  await open()
  expect(row('a')).toMatchObject({ isChanged: true, input: { reason: 'Painting' } })
  discardClosures()
  await open()
  expect($changeCount.get()).toBe(0)
  restore()
})

describe('a booking on closed days', () => {
  const affected = { bookingId: 'BK-1', closureId: 'a', customerName: 'Nisha' } as AffectedBooking
  const PATH = '/api/admin/bookings/BK-1/closure'

  test('is marked as done once, and can be opened again', async () => {
    void markHandled(affected, true)
    void markHandled(affected, true)
    const request = tab.take(PATH, 'PUT')
    expect(request.body).toEqual({ closureId: 'a', handled: true })
    expect(() => tab.take(PATH, 'PUT')).toThrow()
    await request.respond(200, { handledAt: '2026-12-01T04:15:00.000Z' })
    await respondWithList(list(3))
    expect($caseAction.get()).toMatchObject({ busy: false, handled: affected })
    void markHandled(affected, false)
    await tab.take(PATH, 'PUT').respond(200, { handledAt: null })
    await respondWithList(list(3))
    expect($caseAction.get().handled).toBeUndefined()
  })

  test('stays open after a failure, which is shown', async () => {
    void markHandled(affected, true)
    await tab.take(PATH, 'PUT').respond(500, errorBody('internal'))
    await respondWithList(list(3, [A, B], { affected: [affected] }))
    expect($caseAction.get()).toMatchObject({ busy: false, problem: expect.any(String) })
  })

  test('is done when the response was lost and the re-read list no longer has it', async () => {
    void markHandled(affected, true)
    await tab.take(PATH, 'PUT').respond(500, errorBody('internal'))
    await respondWithList(list(3))
    expect($caseAction.get()).toEqual({ busy: false, fields: {}, handled: affected })
  })
})
