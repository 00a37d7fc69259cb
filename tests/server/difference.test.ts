import { describe, expect, test } from 'vitest'
import { succeed } from '#contract/failure.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { npr } from '#domain/money.ts'
import { streamBookingsCsv } from '#server/bookings/export.ts'
import { readBooking } from '#server/bookings/placement.ts'
import { getDatabaseLocation, openDatabase } from '#server/db/open.ts'
import { loadBookingDetail } from '#server/desk/booking-detail.ts'
import { loadDaySheet } from '#server/desk/day-sheet.ts'
import { move } from '#server/desk/move.ts'
import { collectDifference } from '#server/desk/price-difference.ts'
import { streamPaymentsCsv } from '#server/payments/export.ts'
import { readPaymentList } from '#server/payments/list.ts'
import { createRefund } from '#server/payments/refunds.ts'
import { computeStats } from '#server/reports/stats.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { mailsTo, rows, type TestApp, untouched, withApp } from '../support/app.ts'
import { dearer, MORE } from '../support/difference.ts'
import { ENGINES } from '../support/engines.ts'
import { bookingRow, granted, newKey, placed, refusalOf } from '../support/orders.ts'
import { alertsOf } from '../support/payments.ts'
import { staffMember } from '../support/staff-member.ts'

const PRICE = 900_000
const reason = 'They come on dearer days'

describe.each(ENGINES)('the difference of a move, on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })

  const left = async (staff: Staff, id: string) => granted(await loadBookingDetail(app, staff, id)).difference
  /** What the sheet of its new day says. */
  const due = async (staff: Staff) =>
    granted(await loadDaySheet(app, staff, { location: 'dhobighat-hub', date: '2026-12-20' })).people.map(
      ({ due }) => due,
    )
  const cash = async (staff: Staff, id: string, by = app) =>
    collectDifference(by, staff, id, { version: (await bookingRow(app, id)).version, method: 'cash', reason })
  const taken = async () => (await rows(app.db.read, 'payments')).filter(({ difference_at }) => difference_at !== null)
  const revenue = async (staff: Staff) => {
    const today = kathmanduDate(app.now())
    return granted(await computeStats(app, staff, { from: today, to: today })).figures.bookings_revenue_npr
  }

  test('is a payment of what is left of it: in the booking, the revenue, the lists and the audit', async () => {
    const desk = await staffMember(app, 'desk', ['dhobighat-hub'])
    const owner = await staffMember(app)
    const booking = await dearer(app, owner)
    const { bookingId } = booking
    expect(await bookingRow(app, bookingId)).toMatchObject({ total_amount: PRICE, moved_price: PRICE + MORE })
    expect(await left(desk, bookingId)).toBe(MORE)
    expect(await due(desk)).toEqual([MORE])
    expect(await revenue(owner)).toBe(PRICE / 100)
    const detail = granted(await cash(desk, bookingId))
    expect(detail).toMatchObject({
      state: 'confirmed',
      totalAmount: PRICE,
      amount: PRICE,
      difference: 0,
      attention: null,
    })
    expect(await due(desk)).toEqual([0])
    expect(detail.payments).toMatchObject([
      { amount: PRICE },
      { method: 'cash', state: 'confirmed', amount: MORE, received: MORE, fee: 0 },
    ])
    expect(detail.cancellation.kept).toBe(PRICE + MORE)
    expect(await revenue(owner)).toBe((PRICE + MORE) / 100)
    const [payment] = await taken()
    expect(granted(await readPaymentList(app, owner, {})).items.map(({ paymentId }) => paymentId)).toContain(
      payment?.id,
    )
    expect(await new Response(granted(await streamPaymentsCsv(app, owner, {}))).text()).toContain(payment?.id ?? 'none')
    expect(await new Response(granted(await streamBookingsCsv(app, owner, {}))).text()).toContain(
      `,${(PRICE + MORE) / 100},`,
    )
    const deed = (await rows(app.db.read, 'audit')).find(({ action }) => action === 'difference_taken')
    expect(deed).toMatchObject({ subject_id: bookingId, staff_id: desk.id, reason })
    expect(JSON.parse(deed?.after ?? '')).toEqual({ method: 'cash', amount: MORE })
    const { email } = await bookingRow(app, bookingId)
    expect((await mailsTo(app, email)).at(-1)).toBe(`Payment of ${npr(MORE)} for your new dates: ${bookingId}`)
    // It is no second payment by mistake, and none that the customer began.
    expect(await alertsOf(app, payment?.id ?? '')).toEqual([])
    expect(granted(await readBooking(app, bookingId, booking.secret)).payments).toHaveLength(1)
  })

  test('is taken once, however often it is pressed and in how many processes', async () => {
    const owner = await staffMember(app)
    const { bookingId } = await dearer(app, owner)
    const { version } = await bookingRow(app, bookingId)
    const db = await openDatabase(getDatabaseLocation(app.env))
    try {
      // One process's SQLite waits without letting the other go on.
      const processes = engine === 'postgres' ? [app, { ...app, db }] : [app]
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          collectDifference(processes[at % processes.length] ?? app, owner, bookingId, {
            version,
            reason,
            ...(at % 3 === 0
              ? { method: 'cash' as const }
              : { method: 'bank_transfer' as const, transactionId: `TRX-100${at}` }),
          }),
        ),
      )
      const refused = answers.filter(({ ok }) => !ok).map(refusalOf)
      expect(refused.map(({ code }) => code)).toEqual(Array.from({ length: 19 }, () => 'changed_meanwhile'))
    } finally {
      await db.close()
    }
    expect(await taken()).toHaveLength(1)
    await untouched(app, async () => expect(refusalOf(await cash(owner, bookingId)).code).toBe('wrong_state'))
    const [payment] = await taken()
    if (!payment) throw new Error('nothing was taken')
    const again = { ...payment, id: 'another', method: 'qr_payment' as const, provider_reference: 'other' }
    const insert = app.db.write(async (writing) => {
      await writing.insertInto('payments').values(again).execute()
      return succeed(undefined)
    })
    await expect(insert).rejects.toThrow(/unique/i)
  })

  test('is what a later move and what went back leave of it', async () => {
    const owner = await staffMember(app)
    const { bookingId } = await dearer(app, owner)
    granted(await cash(owner, bookingId))
    const { version } = await bookingRow(app, bookingId)
    granted(await move(app, owner, bookingId, { version, startDate: '2026-12-22' }))
    expect(await left(owner, bookingId)).toBe(0)
    const [first] = await taken()
    const back = { way: 'manual', amount: 20_000, reason, reference: 'till' } as const
    granted(await createRefund(app, first?.id ?? '', back, owner, newKey()))
    expect(await left(owner, bookingId)).toBe(20_000)
    granted(await cash(owner, bookingId))
    expect((await taken()).map(({ amount }) => amount).toSorted((one, other) => one - other)).toEqual([20_000, MORE])
    expect(await left(owner, bookingId)).toBe(0)
  })

  test('is refused where there is none, to others, and with money that paid already', async () => {
    const owner = await staffMember(app)
    const desk = await staffMember(app, 'desk', ['dhobighat-hub'])
    const elsewhere = await staffMember(app, 'desk', ['kausimaa'])
    const held = await placed(app)
    const { bookingId } = await dearer(app, owner)
    const { version } = await bookingRow(app, bookingId)
    const transfer = { version, method: 'bank_transfer', reason } as const
    await untouched(app, async () => {
      expect(refusalOf(await cash(owner, held.bookingId)).code).toBe('wrong_state')
      expect(refusalOf(await cash(elsewhere, bookingId)).code).toBe('not_found')
      expect(
        refusalOf(await collectDifference(app, desk, bookingId, { ...transfer, transactionId: 'TRX-1000' })).code,
      ).toBe('forbidden')
      expect(refusalOf(await collectDifference(app, owner, bookingId, transfer)).fields).toHaveProperty('transactionId')
      const stale = { version: version - 1, method: 'cash', reason } as const
      expect(refusalOf(await collectDifference(app, owner, bookingId, stale)).code).toBe('changed_meanwhile')
    })
    const other = await dearer(app, owner)
    granted(await collectDifference(app, owner, bookingId, { ...transfer, transactionId: 'TRX-1000' }))
    const again = { ...transfer, version: (await bookingRow(app, other.bookingId)).version, transactionId: 'trx 1000' }
    await untouched(app, async () =>
      expect(refusalOf(await collectDifference(app, owner, other.bookingId, again)).fields).toHaveProperty(
        'transactionId',
      ),
    )
  })
})
