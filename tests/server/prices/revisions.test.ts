import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { paisa, times } from '#domain/money.ts'
import type { App } from '#server/app.ts'
import { createBooking, readBooking } from '#server/bookings/placement.ts'
import { openApp } from '#server/open-app.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import { settle } from '#server/payments/settlement.ts'
import { readCurrentPrices } from '#server/prices/current.ts'
import { changePrices, readHistory, readPrices, undoChange } from '#server/prices/revisions.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { auditEntries, describeOnEachEngine, rows, stored } from '../../support/app.ts'
import { bookingRow, failureOf, granted, newKey, order, type Placed, placed } from '../../support/orders.ts'
import { atOnce, codeOf } from '../../support/outcomes.ts'
import { paid, paymentRow } from '../../support/payments.ts'
import { edit, manager } from '../../support/prices.ts'
import { RefundingGateway } from '../../support/refunds.ts'
import { refund } from '../../support/staff-actions.ts'

const DAY = 'kausimaa/explorer/daily'
const WEEK = 'dhobighat-hub/professional/weekly'
const MONTH = 'dhobighat-hub/professional/monthly'
const YEAR = 'dhobighat-hub/professional/annual'

describeOnEachEngine('prices on %s', (app) => {
  const list = async (from: App = app) => granted(await readPrices(from))

  test('are those of the content before the first change', async () => {
    const { version, amounts } = await list()
    expect(version).toBe(0)
    expect(Object.keys(amounts)).toHaveLength(40)
    expect(amounts).toMatchObject({ [DAY]: 40_000, [MONTH]: 950_000, [YEAR]: 10_260_000 })
    expect(await readCurrentPrices(app.catalogue.prices, app.db.read)).toBe(app.catalogue.prices)
  })

  test('apply to the next quote and every list as soon as they are saved', async () => {
    const by = await manager(app)
    const saved = await edit(app, by, { [MONTH]: 1_000_000, [WEEK]: null })
    expect(saved).toMatchObject({ version: 1, amounts: { [MONTH]: 1_000_000, [WEEK]: null, [YEAR]: 10_260_000 } })
    expect(await list()).toEqual(saved)
    expect((await placed(app)).totalAmount).toBe(1_000_000)
    expect(codeOf(await createBooking(app, order({ billing: 'weekly' }), newKey()))).toBe('invalid')
    const [hub] = await readCurrentPrices(app.catalogue.prices, app.db.read)
    expect(hub?.prices.professional).toEqual({ monthly: 1_000_000, annual: 10_260_000 })
  })

  test('are saved all or none, with a message for every invalid cell', async () => {
    const by = await manager(app)
    const before = await stored(app)
    const wanted = { [DAY]: 45_000, [MONTH]: 0, [WEEK]: 950_000, 'kausimaa/explorer/weekly': 1, ['__proto__']: 5 }
    const changes = JSON.parse(JSON.stringify(wanted))
    expect(failureOf(await changePrices(app, by, { version: 0, changes }))).toMatchObject({
      code: 'invalid',
      fields: {
        [MONTH]: expect.stringContaining('At least'),
        [WEEK]: 'Must be below the monthly price',
        'kausimaa/explorer/weekly': 'There is no such price',
      },
    })
    expect(await stored(app)).toEqual(before)
  })

  test('are not revised by equal values', async () => {
    const by = await manager(app)
    expect(await edit(app, by, { [DAY]: 40_000 })).toMatchObject({ version: 0 })
    expect(await rows(app.db.read, 'audit')).toEqual([])
  })

  test('fail with changed_meanwhile and the current prices for an old version', async () => {
    const by = await manager(app)
    const first = await edit(app, by, { [MONTH]: 1_000_000 })
    const late = failureOf(await changePrices(app, by, { version: 0, changes: { [DAY]: 45_000 } }))
    expect(late).toEqual({ code: 'changed_meanwhile', current: first })
    expect((await list()).amounts[DAY]).toBe(40_000)
  })

  test('are saved by one of eight concurrent requests, without traces of the others', async () => {
    const by = await manager(app)
    const outcomes = await atOnce(8, (number) => {
      const changes = { [DAY]: 45_000 + number * 100, [MONTH]: 960_000 + number * 100 }
      return changePrices(app, by, { version: 0, changes })
    })
    const won = outcomes.filter(({ ok }) => ok)
    expect(won).toHaveLength(1)
    for (const outcome of outcomes) if (!outcome.ok) expect(outcome.failure.code).toBe('changed_meanwhile')
    expect(won[0]).toEqual({ ok: true, value: await list() })
    expect(await rows(app.db.read, 'price_revisions')).toHaveLength(1)
    expect(await rows(app.db.read, 'audit')).toHaveLength(1)
  })

  test('are undone by a new revision, which can be undone', async () => {
    const by = await manager(app)
    const original = await list()
    await edit(app, by, { [MONTH]: 1_000_000 })
    const second = await edit(app, by, { [WEEK]: null, [DAY]: 45_000 })
    const back = granted(await undoChange(app, by, { version: second.version }))
    expect(back).toMatchObject({ version: 3, amounts: { ...original.amounts, [MONTH]: 1_000_000 } })
    expect(failureOf(await undoChange(app, by, { version: second.version }))).toMatchObject({
      code: 'changed_meanwhile',
      current: back,
    })
    expect(granted(await undoChange(app, by, { version: 3 })).amounts).toEqual(second.amounts)
    expect(granted(await readHistory(app, {})).items.map(({ version, undoes }) => [version, undoes])).toEqual([
      [4, 3],
      [3, 2],
      [2, null],
      [1, null],
    ])
  })

  test('have nothing to undo before the first change', async () => {
    expect(failureOf(await undoChange(app, await manager(app), { version: 0 }))).toEqual({ code: 'not_found' })
  })

  test('record actor, time, old and new values in history and audit log', async () => {
    const by = await manager(app)
    await edit(app, by, { [DAY]: 45_000, [WEEK]: null })
    await undoChange(app, by, { version: 1 })
    const changes = [
      { cell: DAY, before: 40_000, after: 45_000 },
      { cell: WEEK, before: 250_000, after: null },
    ]
    expect(granted(await readHistory(app, {})).items[1]).toEqual({
      version: 1,
      by: by.email,
      createdAt: new Date(app.now()).toISOString(),
      undoes: null,
      changes,
    })
    const entries = await auditEntries(app)
    expect(entries).toMatchObject([
      { staff_id: by.id, action: 'prices_changed', subject: 'prices', label: 'Dhobighat Hub, Kausimaa' },
      { staff_id: by.id, action: 'prices_put_back', subject: 'prices' },
    ])
    expect(JSON.parse(entries[0]?.before ?? '')).toEqual({ [DAY]: 40_000, [WEEK]: 250_000 })
    expect(JSON.parse(entries[0]?.after ?? '')).toEqual({ [DAY]: 45_000, [WEEK]: null })
  })

  test('have a paged history', async () => {
    const by = await manager(app)
    for (let number = 1; number <= 23; number++) await edit(app, by, { [DAY]: 40_000 + number * 100 })
    const first = granted(await readHistory(app, {}))
    expect(first.items.map(({ version }) => version)).toEqual(Array.from({ length: 20 }, (_, index) => 23 - index))
    const second = granted(await readHistory(app, { before: first.next ?? '' }))
    expect(second.items.map(({ version }) => version)).toEqual([3, 2, 1])
    expect(second.next).toBeNull()
    for (const before of ['', 'x', '-1', '1 or 1', '9'.repeat(30)])
      expect(failureOf(await readHistory(app, { before }))).toMatchObject({ code: 'invalid' })
  })

  test('include changes of another process in the next quote', async () => {
    const other = await openApp(app.env, { now: app.now, log: app.log })
    try {
      const by = await manager(app)
      await placed(app)
      await edit(other, by, { [MONTH]: 1_100_000 })
      expect((await placed(app)).totalAmount).toBe(1_100_000)
      await edit(app, by, { [MONTH]: 1_050_000 })
      expect((await placed(other)).totalAmount).toBe(1_050_000)
      expect(await list(other)).toEqual(await list())
    } finally {
      await other.db.close()
    }
  })

  test('are quoted with the alternatives to a full day', async () => {
    await edit(app, await manager(app), { [DAY]: 45_000 })
    const { capacity = 0 } = app.catalogue.locations.find(({ id }) => id === 'kausimaa') ?? {}
    const day = order({ locationId: 'kausimaa', planId: 'explorer' })
    for (let seat = 0; seat < capacity; seat++) await placed(app, day)
    const { nearest } = failureOf(await createBooking(app, day, newKey()))
    const offers = nearest?.filter(({ locationId }) => locationId === 'kausimaa')
    expect(offers?.map(({ totalAmount }) => totalAmount)).toEqual([45_000, 45_000])
  })
})

const sent = order({ meetingRoomHours: 2, guestPasses: 1 })
const EXTRAS = 190_000

describeOnEachEngine('prices that staff change on %s', (app, engine) => {
  /** Sets the price of a month to this many thousand rupees. */
  const setMonth = (by: Staff, thousands: number) =>
    edit(app, by, { [MONTH]: thousands * 100_000, [YEAR]: thousands * 1_100_000 })

  test('notify open tabs once per change', async () => {
    const by = await manager(app)
    const notified = vi.fn()
    onTestFinished(app.notifier.subscribe(notified))
    await setMonth(by, 30)
    await setMonth(by, 30)
    const events = await rows(app.db.read, 'staff_events')
    expect(events.map(({ kind, subject_id }) => [kind, subject_id])).toEqual([['prices_update', '1']])
    expect(notified).toHaveBeenCalled()
  })

  test('do not change a placed booking, payment or response, only the next one', async () => {
    const by = await manager(app)
    const key = newKey()
    const booking = await placed(app, sent, key)
    const { lines } = granted(await readBooking(app, booking.bookingId, booking.secret))
    await setMonth(by, 30)
    const view = granted(await readBooking(app, booking.bookingId, booking.secret))
    expect(view).toMatchObject({ lines, totalAmount: booking.totalAmount })
    expect(granted(await createBooking(app, sent, key))).toEqual(booking)
    const payment = granted(await startAttempt(app, booking.bookingId, booking.secret, 'esewa'))
    expect(payment.amount).toBe(booking.totalAmount)
    await setMonth(by, 50)
    await settle(app, payment.paymentId, paid(payment.amount), 'lookup')
    expect(await bookingRow(app, booking.bookingId)).toMatchObject({ state: 'confirmed', total_amount: payment.amount })
    expect(await app.db.read.selectFrom('memberships').select('amount').execute()).toEqual([{ amount: payment.amount }])
    expect((await placed(app, sent)).totalAmount).toBe(5_000_000 + EXTRAS)
  })

  test('reject a booking that was quoted another price', async () => {
    const { totalAmount } = await placed(app, sent)
    await setMonth(await manager(app), 20)
    expect(failureOf(await createBooking(app, { ...sent, totalAmount }, newKey()))).toMatchObject({
      code: 'price_changed',
      totalAmount: 2_000_000 + EXTRAS,
    })
  })

  /** A change, a booking, a payment or a refund. A step whose booking does not exist is skipped. */
  const step = fc.oneof(
    fc.record({ what: fc.constant('edit' as const), thousands: fc.integer({ min: 3, max: 90 }) }),
    fc.record({ what: fc.constant('place' as const) }),
    fc.record({ what: fc.constantFrom('pay' as const, 'refund' as const), which: fc.nat(4) }),
  )

  test('keep quote, gateway amount and receipt equal in any order of changes and payments', {
    tags: 'long',
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (history) => {
        await app.empty()
        const gateway = new RefundingGateway().replaceIn(app)
        const by = await manager(app)
        let month = 950_000
        const bookings: { booking: Placed; quoted: number; paymentId?: string; refunded?: true }[] = []
        for (const now of history) {
          if (now.what === 'edit') {
            month = now.thousands * 100_000
            await setMonth(by, now.thousands)
          } else if (now.what === 'place') bookings.push({ booking: await placed(app, sent), quoted: month + EXTRAS })
          else {
            const one = bookings[now.which]
            if (now.what === 'pay' && one && !one.paymentId) {
              const { bookingId, secret } = one.booking
              const payment = granted(await startAttempt(app, bookingId, secret, 'esewa'))
              one.paymentId = payment.paymentId
              if (payment.next.kind !== 'form') throw new Error('eSewa is paid by a form')
              expect(times(paisa(Number(payment.next.fields.total_amount)), 100)).toBe(one.quoted)
              await settle(app, payment.paymentId, paid(one.quoted), 'lookup')
            }
            if (now.what === 'refund' && one?.paymentId && !one.refunded) {
              one.refunded = true
              granted(await refund(app, by, one.paymentId, one.quoted, { channel: 'gateway' }))
            }
          }
        }
        for (const { booking, quoted, paymentId, refunded } of bookings) {
          expect(booking.totalAmount).toBe(quoted)
          expect(await bookingRow(app, booking.bookingId)).toMatchObject({
            total_amount: quoted,
            lines: JSON.stringify(booking.lines),
          })
          if (paymentId)
            expect(await paymentRow(app, paymentId)).toMatchObject({
              amount: quoted,
              received: quoted,
              refunded: refunded ? quoted : 0,
            })
        }
        expect((await rows(app.db.read, 'memberships')).map(({ amount }) => amount).toSorted()).toEqual(
          bookings.flatMap(({ paymentId, quoted }) => (paymentId ? quoted : [])).toSorted(),
        )
        expect(gateway.total).toBe(bookings.reduce((sum, { refunded, quoted }) => sum + (refunded ? quoted : 0), 0))
      }),
      { numRuns: engine === 'sqlite' ? 40 : 10 },
    )
  })
})
