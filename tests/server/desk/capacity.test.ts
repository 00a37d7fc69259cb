import { afterEach, describe, expect, test } from 'vitest'
import { addDays } from '#domain/calendar.ts'
import { computeAvailability } from '#server/bookings/availability.ts'
import { createBooking } from '#server/bookings/placement.ts'
import { endBlock, insertBlock, readLocationCapacity, saveSeats } from '#server/desk/capacity.ts'
import { loadDaySheet } from '#server/desk/day.ts'
import { loadToday } from '#server/reports/today.ts'
import { day } from '../../domain/business.ts'
import { auditEntries, describeOnEachEngine, rows } from '../../support/app.ts'
import { block, blocked, resized, seatChange } from '../../support/capacity.ts'
import { miscountedDays } from '../../support/moves.ts'
import {
  dayPass,
  failureOf,
  granted,
  newKey,
  order,
  placed,
  seatsTaken,
  setCapacity,
  transitionTo,
} from '../../support/orders.ts'
import { codeOf, rejection } from '../../support/outcomes.ts'
import { manager } from '../../support/prices.ts'
import { moveBooking } from '../../support/staff-actions.ts'

const DAY = '2026-12-10'
const NEXT = '2026-12-11'

describeOnEachEngine('the seats of a location on %s', (app) => {
  afterEach(async () => expect(await miscountedDays(app)).toEqual([]))

  const read = async () => granted(await readLocationCapacity(app, { location: 'dhobighat-hub' }))
  const book = async (startDate = DAY) => codeOf(await createBooking(app, dayPass({ startDate }), newKey()))
  const free = async (date: string) => {
    const { days } = granted(await computeAvailability(app, { location: 'dhobighat-hub', from: date, to: date }))
    return days.flatMap(({ seats, taken }) => [seats, taken])
  }

  describe('a change of the seats', () => {
    test('applies from its day on, for bookings and in the availability', async () => {
      const by = await manager(app)
      setCapacity(app, 3)
      await resized(app, by, 1)
      expect(await free('2026-12-09')).toEqual([3, 0])
      expect(await free(DAY)).toEqual([1, 0])
      expect([await book(), await book(), await book('2026-12-09'), await book('2026-12-09')]).toEqual([
        'ok',
        'sold_out',
        'ok',
        'ok',
      ])
      await resized(app, by, 2, NEXT)
      expect([await book(NEXT), await book(NEXT), await book(NEXT)]).toEqual(['ok', 'ok', 'sold_out'])
      // A month covers the day with one seat, which is taken.
      expect(codeOf(await createBooking(app, order({ startDate: '2026-12-08' }), newKey()))).toBe('sold_out')
    })

    test('offers other days by their own seats when a day is full', async () => {
      const by = await manager(app)
      setCapacity(app, 1)
      await resized(app, by, 2, NEXT)
      await book()
      await book(NEXT)
      await book('2026-12-09')
      const { nearest = [] } = failureOf(await createBooking(app, dayPass(), newKey()))
      const here = nearest.filter(({ locationId }) => locationId === 'dhobighat-hub')
      expect(here.map(({ startDate }) => startDate)).toEqual([NEXT, '2026-12-08'])
    })

    test('leaves bookings above a lower number, lists them, and sells the day again below it', async () => {
      const by = await manager(app)
      const [first, second] = [await placed(app, dayPass()), await placed(app, dayPass()), await placed(app, dayPass())]
      expect((await resized(app, by, 2)).short).toEqual([{ date: DAY, seats: 2, taken: 3, short: 1 }])
      expect(await book()).toBe('sold_out')
      await transitionTo(app, first.bookingId, 'cancelled')
      expect((await read()).short).toEqual([])
      expect(await book()).toBe('sold_out')
      await transitionTo(app, second.bookingId, 'cancelled')
      expect(await book()).toBe('ok')
    })

    test('lists no bookings where only blocks exceed it', async () => {
      const by = await manager(app)
      setCapacity(app, 6)
      await book()
      await blocked(app, by)
      expect((await resized(app, by, 2)).short).toEqual([])
      expect(await book()).toBe('sold_out')
    })

    test('does not take the days that a moved booking retains', async () => {
      const by = await manager(app)
      const { bookingId } = await placed(app, order())
      await placed(app, order())
      await resized(app, by, 1)
      await resized(app, by, 2, '2027-01-10')
      expect(codeOf(await moveBooking(app, by, bookingId, '2026-12-12'))).toBe('ok')
      expect((await read()).short[0]).toMatchObject({ date: '2026-12-12', taken: 2 })
    })

    test('is replaced by another one from the same day, and shown with the one that applies', async () => {
      const by = await manager(app)
      await resized(app, by, 20, '2026-12-01')
      await resized(app, by, 25)
      expect(await resized(app, by, 40)).toMatchObject({
        seats: 20,
        contentSeats: 30,
        changes: [
          { from: '2026-12-01', seats: 20, by: by.name },
          { from: DAY, seats: 40, reason: 'New desks' },
        ],
      })
      app.clock.set(Date.parse('2026-12-20T09:00:00+05:45'))
      expect(await read()).toMatchObject({ seats: 40, changes: [{ from: DAY }] })
    })

    test('is removed by the number of the day before, and later changes remain', async () => {
      const by = await manager(app)
      setCapacity(app, 3)
      await resized(app, by, 2)
      await resized(app, by, 1, NEXT)
      expect((await resized(app, by, 3)).changes).toMatchObject([{ from: NEXT, seats: 1 }])
      expect([await free(DAY), await free(NEXT)]).toEqual([
        [3, 0],
        [1, 0],
      ])
      expect((await resized(app, by, 3, NEXT)).changes).toEqual([])
      expect(await free(NEXT)).toEqual([3, 0])
      expect(await auditEntries(app)).toHaveLength(4)
    })

    test('can be removed when an earlier removal has left it without effect', async () => {
      const by = await manager(app)
      setCapacity(app, 3)
      await resized(app, by, 2)
      await resized(app, by, 3, NEXT)
      expect((await resized(app, by, 3)).changes).toMatchObject([{ from: NEXT, seats: 3 }])
      expect((await resized(app, by, 3, NEXT)).changes).toEqual([])
    })

    test('writes nothing when it changes nothing', async () => {
      const by = await manager(app)
      await resized(app, by, 20)
      await resized(app, by, 20, '2027-01-01')
      expect(await rows(app.db.read, 'location_seats')).toHaveLength(1)
      expect((await auditEntries(app)).filter(({ action }) => action === 'seats_changed')).toMatchObject([
        { subject_id: 'dhobighat-hub', reason: 'New desks' },
      ])
    })

    test.each([
      ['a day that has passed', { from: '2026-11-30' }, 'from'],
      ['no day', { from: 'soon' }, 'from'],
      ['another location', { locationId: 'nowhere' }, 'locationId'],
      ['no seats', { seats: 0 }, 'seats'],
      ['too many seats', { seats: 501 }, 'seats'],
      ['no reason', { reason: ' ' }, 'reason'],
    ])('is rejected with %s', async (_, change, field) => {
      const by = await manager(app)
      const failure = await rejection(app, () => saveSeats(app, by, { ...seatChange(5), ...change }))
      expect(failure).toMatchObject({ code: 'invalid', fields: { [field]: expect.any(String) } })
    })
  })

  describe('a block', () => {
    test('takes seats on its days only, and releases them', async () => {
      const by = await manager(app)
      setCapacity(app, 6)
      const { blocks } = await blocked(app, by)
      expect(blocks).toMatchObject([{ from: DAY, to: DAY, seats: 5, reason: 'Wiring', by: by.name, short: [] }])
      expect([await free(DAY), await free(NEXT)]).toEqual([
        [6, 5],
        [6, 0],
      ])
      expect([await book(), await book()]).toEqual(['ok', 'sold_out'])
      expect(granted(await endBlock(app, by, blocks[0]?.id ?? '')).blocks).toEqual([])
      expect(await book()).toBe('ok')
      const actions = (await auditEntries(app)).map(({ action }) => action)
      expect(actions.filter((action) => action.startsWith('seats_'))).toEqual(['seats_blocked', 'seats_unblocked'])
    })

    test('takes booked seats as soon as they become free, the oldest block first', async () => {
      const by = await manager(app)
      setCapacity(app, 2)
      const booked = [await placed(app, dayPass()), await placed(app, dayPass())]
      await blocked(app, by, { seats: 1, reason: 'Leak' })
      app.clock.advance(1_000)
      await blocked(app, by, { seats: 2, reason: 'Wiring', to: NEXT })
      const short = async () => (await read()).blocks.map((each) => [each.reason, each.short.map(({ seats }) => seats)])
      expect(await short()).toEqual([
        ['Leak', [1]],
        ['Wiring', [2]],
      ])
      await transitionTo(app, booked[0]?.bookingId ?? '', 'cancelled')
      expect(await short()).toEqual([
        ['Leak', []],
        ['Wiring', [2]],
      ])
      expect(await book()).toBe('sold_out')
      granted(await moveBooking(app, by, booked[1]?.bookingId ?? '', '2026-12-14'))
      expect(await short()).toEqual([
        ['Leak', []],
        ['Wiring', [1]],
      ])
      await resized(app, by, 5)
      expect(await short()).toEqual([
        ['Leak', []],
        ['Wiring', []],
      ])
      expect(await free(DAY)).toEqual([5, 3])
    })

    test('passes its seats on to another one that lacks them', async () => {
      const by = await manager(app)
      setCapacity(app, 5)
      const first = (await blocked(app, by)).blocks[0]?.id ?? ''
      await blocked(app, by, { seats: 3 })
      expect((await read()).blocks[1]?.short).toEqual([{ date: DAY, seats: 3, booked: 0 }])
      expect(granted(await endBlock(app, by, first)).blocks).toMatchObject([{ seats: 3, short: [] }])
      expect(await free(DAY)).toEqual([5, 3])
    })

    test('that has started keeps its past days when it is removed, once', async () => {
      const by = await manager(app)
      const id = (await blocked(app, by, { to: '2026-12-12' })).blocks[0]?.id ?? ''
      app.clock.set(Date.parse('2026-12-11T09:00:00+05:45'))
      granted(await endBlock(app, by, id))
      expect(await seatsTaken(app)).toEqual({ [DAY]: 5 })
      const before = await auditEntries(app)
      granted(await endBlock(app, by, id))
      expect(await auditEntries(app)).toEqual(before)
      expect(codeOf(await endBlock(app, by, 'none'))).toBe('not_found')
    })

    test('names how many of the seats that it lacks are booked', async () => {
      const by = await manager(app)
      setCapacity(app, 5)
      await book()
      await blocked(app, by, { seats: 2 })
      await blocked(app, by, { seats: 5 })
      expect((await read()).blocks[1]?.short).toEqual([{ date: DAY, seats: 3, booked: 1 }])
    })

    test('cannot have more seats than one of its days', async () => {
      const by = await manager(app)
      setCapacity(app, 6)
      await resized(app, by, 5, NEXT)
      const create = (change: { seats: number; to?: string }) => () => insertBlock(app, by, block(change), newKey())
      const fields = { seats: 'Dhobighat Hub has 5 seats on these days' }
      expect(await rejection(app, create({ seats: 6, to: NEXT }))).toMatchObject({ code: 'invalid', fields })
      expect(codeOf(await create({ seats: 5, to: NEXT })())).toBe('ok')
      expect(codeOf(await create({ seats: 6 })())).toBe('ok')
    })

    test('is written once for a repeated request', async () => {
      const by = await manager(app)
      const key = newKey()
      const first = granted(await insertBlock(app, by, block(), key))
      expect(granted(await insertBlock(app, by, block(), key))).toEqual(first)
      expect(codeOf(await insertBlock(app, by, block({ seats: 1 }), key))).toBe('idempotency_mismatch')
      expect(await seatsTaken(app)).toEqual({ [DAY]: 5 })
    })

    test('is counted apart from bookings on the dashboard and the day sheet', async () => {
      const by = await manager(app)
      await resized(app, by, 20)
      await blocked(app, by)
      await book()
      const { locations } = granted(await loadToday(app, by))
      const days = locations.find(({ locationId }) => locationId === 'dhobighat-hub')?.days ?? []
      expect(days.find(({ date }) => date === DAY)).toEqual({ date: DAY, seats: 20, taken: 1, blocked: 5 })
      expect(days.find(({ date }) => date === '2026-12-09')).toMatchObject({ seats: 30, taken: 0, blocked: 0 })
      const sheet = granted(await loadDaySheet(app, by, { location: 'dhobighat-hub', date: DAY }))
      expect(sheet).toMatchObject({ seats: 20, taken: 1, blocked: 5 })
    })

    test.each([
      ['a day that has passed', { from: '2026-11-30' }, 'from'],
      ['days in the wrong order', { to: '2026-12-09' }, 'to'],
      ['more than a year', { to: addDays(day(DAY), 366) as string }, 'to'],
      ['no last day', { to: '' }, 'to'],
      ['no seats', { seats: 0 }, 'seats'],
      ['a long reason', { reason: 'x'.repeat(61) }, 'reason'],
    ])('is rejected with %s', async (_, changes, field) => {
      const by = await manager(app)
      const failure = await rejection(app, () => insertBlock(app, by, block(changes), newKey()))
      expect(failure).toMatchObject({ code: 'invalid', fields: { [field]: expect.any(String) } })
    })
  })
})
