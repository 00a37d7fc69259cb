import { beforeEach, describe, expect, test } from 'vitest'
import { getTransactionMessages } from '#contract/validation-messages.ts'
import type { DeskMethod } from '#domain/payment.ts'
import { loadPaymentView } from '#server/desk/payment-view.ts'
import { collectDifference, confirm } from '#server/desk/staff-payments.ts'
import { createWalkInBooking } from '#server/desk/walk-ins.ts'
import { decide } from '#server/payments/decisions.ts'
import { settle } from '#server/payments/settlement.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { describeOnEachEngine, expectNothingStored, kathmandu, rows } from '../../support/app.ts'
import { dayPass, failureOf, granted, newKey, placed } from '../../support/orders.ts'
import { codeOf, rejection, versionOf } from '../../support/outcomes.ts'
import { paid, paymentRow, started } from '../../support/payments.ts'
import { movedAtHigherPrice, PRICE_DIFFERENCE } from '../../support/price-difference.ts'
import { endBooking, refund } from '../../support/staff-actions.ts'
import { staffMember } from '../../support/staff-member.ts'

const HUB = 'dhobighat-hub'
const USED = getTransactionMessages('counter_qr').used

describeOnEachEngine('money at the desk on %s', (app) => {
  let desk: Staff
  let owner: Staff
  beforeEach(async () => {
    desk = await staffMember(app, 'desk', [HUB])
    owner = await staffMember(app)
  })
  const sell = (method: DeskMethod, reference?: string, key = newKey()) =>
    createWalkInBooking(
      app,
      desk,
      {
        ...dayPass({ locationId: HUB, startDate: '2026-12-10' }),
        contactInfo: { firstName: 'Nisha', lastName: '', email: '', phone: '9841234567' },
        paid: method,
        totalAmount: 50_000,
        ...(reference !== undefined && { reference }),
      },
      key,
    )
  const take = async (id: string, method: DeskMethod | 'bank_transfer', transactionId: string, by = desk) =>
    confirm(app, by, id, { version: await versionOf(app, id), method, transactionId, reason: 'Paid at the desk' })

  describe.each(['counter_qr', 'card_terminal'] as const)('by %s', (method) => {
    test('confirms a walk-in once, with its number, the day and the staff member', async () => {
      app.now = () => kathmandu('2026-12-02', '00:10')
      const key = newKey()
      const first = granted(await sell(method, 'slip 00-17', key))
      expect(granted(await sell(method, 'slip 00-17', key))).toEqual(first)
      expect(first.state).toBe('confirmed')
      const [payment] = await rows(app.db.read, 'payments')
      expect(await rows(app.db.read, 'payments')).toHaveLength(1)
      expect(payment).toMatchObject({
        method,
        state: 'confirmed',
        provider_reference: 'SLIP0017',
        received: 50_000,
        received_at: '2026-12-01T18:25:00.000Z',
        received_on: '2026-12-02',
        taken_by: desk.id,
      })
      const view = granted(await loadPaymentView(app, owner, payment?.id ?? ''))
      expect(view).toMatchObject({ payment: { receivedAt: '2026-12-01T18:25:00.000Z' }, takenBy: expect.any(String) })
    })

    test('rejects a walk-in without a number, or with one that has paid into the account', async () => {
      const transfer = await started(app, dayPass(), 'bank_transfer')
      granted(await take(transfer.bookingId, 'bank_transfer', 'TRX 1000', owner))
      const { missing, used } = getTransactionMessages(method)
      for (const reference of [undefined, ' ', '1'])
        expect((await rejection(app, () => sell(method, reference))).fields).toEqual({ reference: missing })
      expect((await rejection(app, () => sell(method, 'trx-1000'))).fields).toEqual({ reference: used })
    })

    test('confirms a booking with a number that has paid no other', async () => {
      const { bookingId } = await placed(app, dayPass())
      expect(granted(await take(bookingId, method, 'A-100'))).toMatchObject({ state: 'confirmed', method })
      const other = await placed(app, dayPass())
      const { missing, used } = getTransactionMessages(method)
      expect(failureOf(await take(other.bookingId, method, 'A 100')).fields).toEqual({ transactionId: used })
      expect(failureOf(await take(other.bookingId, method, '')).fields).toEqual({ transactionId: missing })
    })
  })

  test('pays the difference of a move once for each number', async () => {
    const { bookingId } = await movedAtHigherPrice(app, owner)
    const version = await versionOf(app, bookingId)
    const difference = { version, method: 'card_terminal', transactionId: 'SLIP-9', reason: 'New dates' } as const
    expect(granted(await collectDifference(app, desk, bookingId, difference))).toMatchObject({ difference: 0 })
    const payment = (await rows(app.db.read, 'payments')).find(({ purpose }) => purpose === 'difference')
    expect(payment).toMatchObject({ method: 'card_terminal', provider_reference: 'SLIP9', taken_by: desk.id })
    expect((await rejection(app, () => sell('counter_qr', 'slip 9'))).fields).toEqual({ reference: USED })
  })

  test('takes a slip number that the terminal printed again with its date, as the message asks', async () => {
    granted(await sell('card_terminal', '0042'))
    const again = await rejection(app, () => sell('card_terminal', '0042'))
    expect(again.fields?.reference).toContain('add the date, such as 0042-20261126')
    granted(await sell('card_terminal', '0042-20261126'))
  })

  test('pays one of two bookings that name the same number at once', async () => {
    const outcomes = await Promise.all([sell('card_terminal', 'S-77'), sell('counter_qr', 'S-77')])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await rows(app.db.read, 'payments')).toHaveLength(1)
    expect(await rows(app.db.read, 'bookings')).toHaveLength(1)
  })

  test('takes cash for a booking once, also after it was refunded', async () => {
    const { bookingId } = granted(await sell('cash'))
    const [payment] = await rows(app.db.read, 'payments')
    granted(await refund(app, owner, payment?.id ?? '', 50_000))
    expect((await rejection(app, () => take(bookingId, 'cash', ''))).code).toBe('wrong_state')
    granted(await endBooking(app, owner, bookingId))
    expect((await rejection(app, () => take(bookingId, 'cash', ''))).code).toBe('wrong_state')
  })

  test('takes the differences of two moves in cash, also after the first was refunded', async () => {
    const { bookingId } = await movedAtHigherPrice(app, owner)
    const collect = async () => {
      const version = await versionOf(app, bookingId)
      return collectDifference(app, desk, bookingId, { version, method: 'cash', reason: 'New dates' })
    }
    granted(await collect())
    const first = (await rows(app.db.read, 'payments')).find(({ purpose }) => purpose === 'difference')
    granted(await refund(app, owner, first?.id ?? '', PRICE_DIFFERENCE))
    expect(granted(await collect())).toMatchObject({ difference: 0 })
    const references = (await rows(app.db.read, 'payments')).map(({ provider_reference }) => provider_reference)
    expect(new Set(references).size).toBe(3)
  })

  test('rejects another number for the same request', async () => {
    const key = newKey()
    granted(await sell('card_terminal', 'S-100', key))
    expect(codeOf(await sell('card_terminal', 'S-200', key))).toBe('idempotency_mismatch')
  })

  test('does not let the front desk confirm money in the account', async () => {
    const { bookingId } = await placed(app, dayPass())
    const difference = { version: 1, method: 'qr_payment', transactionId: 'TRX-1', reason: 'Checked' } as const
    await expectNothingStored(app, async () => {
      expect(codeOf(await take(bookingId, 'bank_transfer', 'TRX-1'))).toBe('forbidden')
      expect(codeOf(await collectDifference(app, desk, bookingId, difference))).toBe('forbidden')
    })
  })
})

describeOnEachEngine('the days of money on %s', (app) => {
  test('are those in Kathmandu on which a payment was confirmed and refunded', async () => {
    const owner = await staffMember(app)
    const { paymentId } = await started(app)
    expect(await paymentRow(app, paymentId)).toMatchObject({ received_at: null, received_on: null, taken_by: null })
    app.now = () => kathmandu('2026-12-01', '23:59')
    await settle(app, paymentId, paid(), 'lookup')
    app.now = () => kathmandu('2026-12-02', '00:00')
    await settle(app, paymentId, paid(), 'lookup')
    expect(await paymentRow(app, paymentId)).toMatchObject({ received_on: '2026-12-01', taken_by: null })
    granted(await refund(app, owner, paymentId, 100_000))
    expect(await rows(app.db.read, 'refunds')).toMatchObject([
      { refunded_at: '2026-12-01T18:15:00.000Z', refunded_on: '2026-12-02' },
    ])
  })

  test('are those of the first report for another amount that staff accept later', async () => {
    const owner = await staffMember(app)
    const { paymentId } = await started(app)
    await settle(app, paymentId, paid(100_000), 'lookup')
    const received = { state: 'mismatch', received_on: '2026-12-01', taken_by: null }
    expect(await paymentRow(app, paymentId)).toMatchObject(received)
    app.now = () => kathmandu('2026-12-03', '10:00')
    const { provider_reference } = await paymentRow(app, paymentId)
    const found = {
      decision: 'confirm',
      amount: 100_000,
      transactionId: provider_reference ?? '',
      reason: 'Seen',
    } as const
    granted(await decide(app, owner, paymentId, found))
    expect(await paymentRow(app, paymentId)).toMatchObject({ ...received, state: 'confirmed' })
  })
})
