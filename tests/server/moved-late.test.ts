import { describe, expect, test } from 'vitest'
import { MOVE_REQUIRES_MANAGER } from '#contract/validation-messages.ts'
import { paisa } from '#domain/money.ts'
import { setArrival } from '#server/desk/arrivals.ts'
import { loadBookingDetail } from '#server/desk/booking-detail.ts'
import { cancel } from '#server/desk/cancellation.ts'
import { move } from '#server/desk/move.ts'
import { loadPaymentView } from '#server/desk/payment-view.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import { settle } from '#server/payments/settlement.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { HOUR, rows, type TestApp, untouched, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { bookingRow, dayPass, granted, newKey, type Order, order, placed, refusalOf } from '../support/orders.ts'
import { started } from '../support/payments.ts'
import { staffMember } from '../support/staff-member.ts'

type Paid = Awaited<ReturnType<typeof started>>

const reason = 'The customer asked for it'
const PRICE = 950_000
/** The hub opens at 06:00 on Thursday the 10th: a day before that is Wednesday, 06:00. */
const LIMIT = '2026-12-09T00:15:00.000Z'
const IN_TIME = Date.parse(LIMIT)
const TOO_LATE = IN_TIME + 1

describe.each(ENGINES)('a booking that is moved when its time has come, on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })

  async function paid(sent: Order = order()): Promise<Paid> {
    const payment = await started(app, sent)
    await pay(payment)
    return payment
  }
  const pay = ({ paymentId, amount }: Paid) =>
    settle(app, paymentId, { kind: 'paid', amount: paisa(amount), providerReference: newKey() }, 'lookup')
  async function moveTo(staff: Staff, id: string, startDate: string) {
    const { version } = await bookingRow(app, id)
    return move(app, staff, id, { version, startDate })
  }
  /** The limit and what goes back, as the booking, its payment and its cancellation have it; they agree. */
  async function ended(staff: Staff, { bookingId, paymentId }: Paid) {
    const { cancellation, version } = granted(await loadBookingDetail(app, staff, bookingId))
    const { rule } = granted(await loadPaymentView(app, staff, paymentId))
    expect(rule).toEqual({ due: cancellation.refund, until: cancellation.freeUntil })
    granted(await cancel(app, staff, bookingId, { version, reason }))
    const { owed } = await app.db.read
      .selectFrom('payments')
      .select('owed')
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow()
    expect(owed ?? 0).toBe(cancellation.refund)
    const mail = (await rows(app.db.read, 'mails')).find(({ subject }) => subject.startsWith('Booking cancelled'))
    expect(mail?.body.includes('We will send')).toBe(cancellation.refund > 0)
    return [cancellation.freeUntil, cancellation.refund]
  }

  describe('its free cancellation', () => {
    test('goes with its days while it is to come, to the millisecond', async () => {
      const owner = await staffMember(app)
      const payment = await paid()
      app.clock.set(IN_TIME)
      granted(await moveTo(owner, payment.bookingId, '2026-12-17'))
      expect((await bookingRow(app, payment.bookingId)).free_until).toBeNull()
      app.clock.set(Date.parse('2026-12-16T00:15:00.000Z'))
      expect(await ended(owner, payment)).toEqual(['2026-12-16T00:15:00.000Z', PRICE])
    })

    test('does not begin anew once it is over, however often it is moved', async () => {
      const owner = await staffMember(app)
      const payment = await paid()
      app.clock.set(TOO_LATE)
      granted(await moveTo(owner, payment.bookingId, '2027-02-01'))
      granted(await moveTo(owner, payment.bookingId, '2027-03-01'))
      expect((await bookingRow(app, payment.bookingId)).free_until).toBe(LIMIT)
      expect(await ended(owner, payment)).toEqual([LIMIT, 0])
    })

    test('is over for a week that was used, whoever moves it', async () => {
      const owner = await staffMember(app)
      const payment = await paid(order({ billing: 'weekly' }))
      app.clock.set(Date.parse('2026-12-20T04:15:00.000Z'))
      granted(await moveTo(owner, payment.bookingId, '2027-01-10'))
      expect(await ended(owner, payment)).toEqual([LIMIT, 0])
    })

    test('is that of the days which it is given where its own were given away', async () => {
      const owner = await staffMember(app)
      const late = await started(app, dayPass())
      app.clock.advance(3 * HOUR)
      await settle(app, late.paymentId, { kind: 'ended', as: 'expired', reason: 'time' }, 'lookup')
      await expireBookings(app)
      for (let seat = 0; seat < 30; seat++) await placed(app, dayPass())
      await pay(late)
      expect((await bookingRow(app, late.bookingId)).state).toBe('needs_decision')
      app.clock.set(TOO_LATE)
      granted(await moveTo(owner, late.bookingId, '2026-12-17'))
      expect(await ended(owner, late)).toEqual(['2026-12-16T00:15:00.000Z', 50_000])
    })
  })

  describe('by the desk', () => {
    const begun = async (staff: Staff, id: string) => granted(await loadBookingDetail(app, staff, id)).begun
    const refused = (desk: Staff, id: string) =>
      untouched(app, async () => {
        expect(await begun(desk, id)).toBe(true)
        const { code, message } = refusalOf(await moveTo(desk, id, '2027-02-01'))
        expect([code, message]).toEqual(['forbidden', MOVE_REQUIRES_MANAGER])
      })

    test('goes to other days on its first day, which ends at midnight in Kathmandu', async () => {
      const desk = await staffMember(app, 'desk', ['dhobighat-hub'])
      const { bookingId } = await paid()
      app.clock.set(Date.parse('2026-12-10T18:14:59.999Z'))
      expect(await begun(desk, bookingId)).toBe(false)
      granted(await moveTo(desk, bookingId, '2026-12-14'))
      app.clock.set(Date.parse('2026-12-14T18:15:00.000Z'))
      await refused(desk, bookingId)
      granted(await moveTo(await staffMember(app, 'manager'), bookingId, '2027-02-01'))
      expect(await begun(desk, bookingId)).toBe(false)
    })

    test('stays where it is once its customer was here, also after a manager has moved it', async () => {
      const desk = await staffMember(app, 'desk', ['dhobighat-hub'])
      const { bookingId } = await paid(order({ startDate: '2026-12-02', billing: 'weekly' }))
      app.clock.set(Date.parse('2026-12-02T04:15:00.000Z'))
      const today = { date: '2026-12-02', here: true, seen: null }
      const { arrivedAt } = granted(await setArrival(app, desk, bookingId, today))
      await refused(desk, bookingId)
      granted(await setArrival(app, desk, bookingId, { ...today, here: false, seen: arrivedAt }))
      expect(await begun(desk, bookingId)).toBe(false)
      granted(await setArrival(app, desk, bookingId, today))
      granted(await moveTo(await staffMember(app, 'manager'), bookingId, '2026-12-20'))
      await refused(desk, bookingId)
    })
  })
})
