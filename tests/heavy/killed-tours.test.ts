import { describe, expect, test } from 'vitest'
import { readTourSlots } from '#server/tours/booking.ts'
import { NOW, rows, stored, type TestApp, useApp } from '../support/app.ts'
import { rounds } from '../support/campaign.ts'
import { ENGINES } from '../support/engines.ts'
import { granted, newKey } from '../support/orders.ts'
import { runAction } from '../support/run-action.ts'
import type { TourActionInput } from '../support/tour-action.ts'
import { bookedTour } from '../support/tours.ts'

/** Every write is a point to kill at in the full campaign, every tenth otherwise. */
const EVERY = 10 / rounds(10)
const FIRST = { date: '2026-12-10', time: '10:30' }
/** The email of another visitor, who already has a tour at the target. */
const OTHER = 'maya@example.com'
const TARGET = { date: '2026-12-15', time: '11:00' }

interface Case {
  action: 'book' | 'move' | 'cancel'
  /** The first write of the action. */
  start: string
  prepare(app: TestApp): Promise<TourActionInput['own']>
  /** `free` are the places that are left at the first time and at the target. */
  end: object
}

const TOUR_IS_LOCKED = '^update "tours"'

async function prepareTour(app: TestApp) {
  const { tourId: id, secret } = await bookedTour(app, FIRST)
  return { id, secret }
}

const CASES: Readonly<Record<string, Case>> = {
  'the booking of a tour': {
    action: 'book',
    start: '^insert into "tours"',
    prepare: async () => ({ id: '', secret: '' }),
    end: {
      tours: [['booked', TARGET.date, TARGET.time, 2]],
      free: [2, 0],
      emails: ['Tour booked: Kausimaa, 15 Dec 2026, 11:00'],
      audit: ['tour_booked'],
      events: ['tour_new'],
    },
  },
  'the move of a tour': {
    action: 'move',
    start: TOUR_IS_LOCKED,
    prepare: prepareTour,
    end: {
      tours: [['booked', TARGET.date, TARGET.time, 2]],
      free: [2, 0],
      emails: ['Tour booked: Kausimaa, 10 Dec 2026, 10:30', 'Your tour has a new time: Kausimaa, 15 Dec 2026, 11:00'],
      audit: ['tour_booked', 'tour_moved'],
      events: ['tour_new', 'tour_update'],
    },
  },
  'the cancellation of a tour': {
    action: 'cancel',
    start: TOUR_IS_LOCKED,
    prepare: prepareTour,
    end: {
      tours: [['cancelled', FIRST.date, FIRST.time, 1]],
      free: [2, 1],
      emails: ['Tour booked: Kausimaa, 10 Dec 2026, 10:30', 'Tour cancelled: Kausimaa, 10 Dec 2026, 10:30'],
      audit: ['tour_booked', 'tour_cancelled'],
      events: ['tour_new', 'tour_update'],
    },
  },
}

describe.each(ENGINES)('on %s', (engine) => {
  const app = useApp(engine)

  test.each(Object.entries(CASES))(
    '%s that is killed is done once when it is repeated',
    async (name, { action, start, prepare, end }) => {
      const writes = await runUnkilled()
      let kills = 0
      for (let write = 1; write <= writes; write += EVERY) {
        const input = await begin()
        const before = await stored(app)
        expect(await run(input, { KILL_START: start, KILL_AT_STATEMENT: String(write) })).toBe('killed')
        expect(await stored(app), `killed before write ${write}`).toEqual(before)
        kills++
        await run(input)
        expect(await readEffects(), `repeated after write ${write}`).toEqual(end)
      }
      console.log(`${engine}: ${name} has ${writes} writes and was killed ${kills} times`)

      async function begin(): Promise<TourActionInput> {
        await app.empty()
        const own = await prepare(app)
        await bookedTour(app, { ...TARGET, email: OTHER })
        return { now: NOW, key: newKey(), own, ...TARGET }
      }

      /** Returns the number of its writes. Also repeats it, as after a response that was lost. */
      async function runUnkilled(): Promise<number> {
        const input = await begin()
        const output = await run(input, { KILL_START: start })
        expect(await readEffects()).toEqual(end)
        await run(input)
        expect(await readEffects(), 'repeated after it was done').toEqual(end)
        return Number(/writes: (\d+)/.exec(output)?.[1])
      }

      function run(input: TourActionInput, env?: Record<string, string>): Promise<string> {
        return runAction(app, 'tests/support/tour-action.ts', [action, input], env)
      }
    },
  )

  /** Without those of the other visitor. */
  async function readEffects() {
    const all = await rows(app.db.read, 'tours')
    const other = all.find(({ email }) => email === OTHER)?.id
    const countFree = async ({ date, time }: typeof TARGET) => {
      const { slots } = granted(await readTourSlots(app, { location: 'kausimaa', date }))
      return slots.find((slot) => slot.time === time)?.free
    }
    return {
      tours: all.filter(({ id }) => id !== other).map(({ state, day, time, place }) => [state, day, time, place]),
      free: [await countFree(FIRST), await countFree(TARGET)],
      emails: (await rows(app.db.read, 'emails'))
        .filter(({ recipient }) => recipient !== OTHER)
        .map(({ subject }) => subject)
        .toSorted(),
      audit: (await rows(app.db.read, 'audit'))
        .filter(({ subject_id }) => subject_id !== other)
        .map(({ action }) => action)
        .toSorted(),
      events: (await rows(app.db.read, 'staff_events'))
        .filter(({ subject_id }) => subject_id !== other)
        .map(({ kind }) => kind)
        .toSorted(),
    }
  }
})
