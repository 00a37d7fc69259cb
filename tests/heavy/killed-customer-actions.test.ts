import { describe, expect, test } from 'vitest'
import { startAttempt } from '#server/payments/attempts.ts'
import { NOW, rows, stored, type TestApp, useApp } from '../support/app.ts'
import { rounds } from '../support/campaign.ts'
import type { ActionInput } from '../support/customer-action.ts'
import { ENGINES } from '../support/engines.ts'
import { member } from '../support/memberships.ts'
import { miscountedDays, openedChange, paidAt, payChange } from '../support/moves.ts'
import { bookingRow, granted, newKey, PRICE } from '../support/orders.ts'
import { placedRenewal } from '../support/renewals.ts'
import { runAction } from '../support/run-action.ts'

const TARGET = '2026-12-15'
/** Every write is a point to kill at in the full campaign, every tenth otherwise. */
const EVERY = 10 / rounds(10)

interface Case {
  action: 'cancel' | 'move' | 'settle'
  /** The first write of the action. */
  start: string
  prepare(app: TestApp): Promise<Omit<ActionInput, 'now' | 'key'>>
  end: object
}

const NO_PAYMENT = { id: '', amount: 0, transaction: '' }
const KEY_IS_CLAIMED = '^insert into "idempotency_keys"'

async function prepareBooking(app: TestApp, price: number) {
  const { bookingId: id, secret } = await paidAt(app, price)
  return { own: { id, secret }, startDate: TARGET, payment: NO_PAYMENT }
}

const CASES: Readonly<Record<string, Case>> = {
  'a cancellation': {
    action: 'cancel',
    start: KEY_IS_CLAIMED,
    prepare: (app) => prepareBooking(app, PRICE),
    end: { state: 'cancelled', start: '2026-12-10', due: [PRICE], memberships: ['cancelled'], changes: [], seats: 0 },
  },
  'a move at once': {
    action: 'move',
    start: KEY_IS_CLAIMED,
    prepare: (app) => prepareBooking(app, PRICE),
    end: { state: 'confirmed', start: TARGET, due: [null], memberships: ['active'], changes: [], seats: 31 },
  },
  'a move to dearer days': {
    action: 'move',
    start: KEY_IS_CLAIMED,
    prepare: (app) => prepareBooking(app, PRICE - 50_000),
    // Five days are held besides those of the booking.
    end: {
      state: 'confirmed',
      start: '2026-12-10',
      due: [null],
      memberships: ['active'],
      changes: ['open'],
      seats: 36,
    },
  },
  'the payment of a move': {
    action: 'settle',
    start: '^update "payments" set "state"',
    prepare: async (app) => {
      const booking = await paidAt(app, PRICE - 50_000)
      const { changeId } = await openedChange(app, booking, TARGET)
      const { paymentId: id, amount } = granted(await payChange(app, booking, changeId))
      const own = { id: booking.bookingId, secret: booking.secret }
      return { own, startDate: '', payment: { id, amount, transaction: 'T-1' } }
    },
    end: {
      state: 'confirmed',
      start: TARGET,
      due: [null, null],
      memberships: ['active'],
      changes: ['applied'],
      seats: 31,
    },
  },
  'the payment of a renewal': {
    action: 'settle',
    start: '^update "payments" set "state"',
    prepare: async (app) => {
      const membership = await member(app)
      const { bookingId, secret } = await placedRenewal(app, membership)
      const { paymentId: id, amount } = granted(await startAttempt(app, bookingId, secret, 'esewa'))
      return { own: { id: bookingId, secret }, startDate: '', payment: { id, amount, transaction: 'T-1' } }
    },
    end: { state: 'confirmed', due: [null, null], memberships: ['active'], ends: ['2027-02-10'], changes: [] },
  },
}

describe.each(ENGINES)('on %s', (engine) => {
  const app = useApp(engine)

  test.each(Object.entries(CASES))(
    '%s that is killed is done once when it is repeated',
    async (name, { action, start, prepare, end }) => {
      const expected = await runUnkilled()
      let kills = 0
      for (let write = 1; write <= expected.writes; write += EVERY) {
        const input = await begin()
        const before = await stored(app)
        expect(await run(action, input, { KILL_START: start, KILL_AT_STATEMENT: String(write) })).toBe('killed')
        expect(await stored(app), `killed before write ${write}`).toEqual(before)
        kills++
        await run(action, input)
        expect(await readEffects(input), `repeated after write ${write}`).toEqual(expected.effects)
      }
      console.log(`${engine}: ${name} has ${expected.writes} writes and was killed ${kills} times`)

      async function begin(): Promise<ActionInput> {
        await app.empty()
        return { now: NOW, key: newKey(), ...(await prepare(app)) }
      }

      /** Also repeats it, as after a response that was lost. */
      async function runUnkilled() {
        const input = await begin()
        const output = await run(action, input, { KILL_START: start })
        const effects = await readEffects(input)
        expect(effects).toMatchObject(end)
        await run(action, input)
        expect(await readEffects(input), 'repeated after it was done').toEqual(effects)
        return { effects, writes: Number(/writes: (\d+)/.exec(output)?.[1]) }
      }
    },
  )

  function run(action: string, input: ActionInput, env?: Record<string, string>): Promise<string> {
    return runAction(app, 'tests/support/customer-action.ts', [action, input], env)
  }

  async function readEffects({ own }: ActionInput) {
    expect(await miscountedDays(app)).toEqual([])
    const booking = await bookingRow(app, own.id)
    const payments = await app.db.read.selectFrom('payments').selectAll().orderBy('created_at').execute()
    const seats = (await rows(app.db.read, 'seat_days')).map(({ taken }) => taken)
    return {
      state: booking.state,
      start: booking.start_date,
      due: payments.map(({ refund_due }) => refund_due),
      memberships: (await rows(app.db.read, 'memberships')).map(({ status }) => status),
      ends: (await rows(app.db.read, 'memberships')).map(({ end_date }) => end_date),
      changes: (await rows(app.db.read, 'booking_changes')).map(({ state }) => state),
      seats: seats.reduce((sum, taken) => sum + taken, 0),
      emails: (await rows(app.db.read, 'emails')).length,
      audit: (await rows(app.db.read, 'audit')).length,
      events: (await rows(app.db.read, 'staff_events')).length,
    }
  }
})
