import { expect, test } from 'vitest'
import { readBooking } from '#server/bookings/placement.ts'
import { cancelAsCustomer } from '#server/customers/cancellation.ts'
import { setRefundAccount } from '#server/customers/refund-account.ts'
import { instant } from '#server/db/instant.ts'
import { readRefundAccountAsStaff } from '#server/desk/refund-account.ts'
import { decide } from '#server/payments/decisions.ts'
import { readReviewReasons } from '#server/payments/review-queue.ts'
import { deleteOldRows } from '#server/retention.ts'
import { auditEntries, describeOnEachEngine, expectNothingStored, HOUR, rows } from '../../support/app.ts'
import { failureOf, granted, newKey, order, type Placed, PRICE, placed } from '../../support/orders.ts'
import { paidBooking } from '../../support/payments.ts'
import { BANK_ACCOUNT } from '../../support/refunds.ts'
import { endBooking, refund } from '../../support/staff-actions.ts'
import { staffMember } from '../../support/staff-member.ts'
import { SandboxCards } from '../sandbox-cards.ts'

const AARATI = 'aarati@example.com'
const DAY = 24 * HOUR

describeOnEachEngine('the account for a refund on %s', (app) => {
  const cards = new SandboxCards(app)
  const own = ({ bookingId, secret }: Placed) => ({ id: bookingId, secret })
  const cancel = (booking: Placed, input = {}, key = newKey()) => cancelAsCustomer(app, own(booking), input, key)
  const view = async (booking: Placed) => granted(await readBooking(app, booking.bookingId, booking.secret))
  const setAccount = (booking: Placed, refundTo: object = BANK_ACCOUNT) =>
    setRefundAccount(app, own(booking), { refundTo: { ...BANK_ACCOUNT, ...refundTo } }, newKey())

  test('is stored encrypted, and emailed and shown masked', async () => {
    const payment = await paidBooking(app)
    const { refundAccount } = granted(await cancel(payment, { refundTo: BANK_ACCOUNT }))
    const changeableUntil = instant(app.now() + DAY)
    expect(refundAccount).toEqual({ masked: 'Nabil Bank, •••• 0123', name: 'Aarati Shrestha', changeableUntil })
    const [stored] = await rows(app.db.read, 'refund_accounts')
    expect(stored?.account).not.toMatch(/nabil|0110|aarati/i)
    const emails = (await rows(app.db.read, 'emails')).filter(({ subject }) => subject.startsWith('Account for'))
    expect(emails).toMatchObject([{ recipient: AARATI, body: expect.stringContaining('Nabil Bank, •••• 0123') }])
    const texts = [...emails, ...(await auditEntries(app))].map((row) => JSON.stringify(row)).join()
    expect(texts).not.toContain('011001750')
  })

  test('is rejected if it is invalid, and nothing is cancelled', async () => {
    const payment = await paidBooking(app)
    const refundTo = { ...BANK_ACCOUNT, bank: '', account: '12' }
    const failure = failureOf(await expectNothingStored(app, () => cancel(payment, { refundTo })))
    expect(failure).toMatchObject({ code: 'invalid', fields: { bank: 'Enter a bank or a wallet' } })
    expect(Object.keys(failure.fields ?? {})).toEqual(['bank', 'account'])
  })

  test('can be changed for 24 hours from the first entry', async () => {
    const payment = await paidBooking(app)
    granted(await cancel(payment, { refundTo: BANK_ACCOUNT }))
    const until = app.now() + DAY
    app.clock.set(until)
    expect(granted(await setAccount(payment, { account: '99887766554' })).refundAccount).toMatchObject({
      masked: 'Nabil Bank, •••• 554',
      changeableUntil: instant(until),
    })
    app.clock.set(until + 1)
    expect(failureOf(await expectNothingStored(app, () => setAccount(payment))).code).toBe('wrong_state')
  })

  test('is accepted after the cancellation, while a refund is due', async () => {
    const [payment, held] = [await paidBooking(app), await placed(app)]
    expect(failureOf(await setAccount(payment)).code).toBe('wrong_state')
    for (const booking of [payment, held]) granted(await cancel(booking))
    expect(granted(await setAccount(payment)).refundAccount).toMatchObject({ masked: 'Nabil Bank, •••• 0123' })
    expect(failureOf(await setAccount(held)).code).toBe('wrong_state')
    expect(failureOf(await setAccount({ ...payment, secret: held.secret })).code).toBe('not_found')
    expect(await auditEntries(app)).toContainEqual(
      expect.objectContaining({ action: 'refund_account_set', actor: 'customer' }),
    )
  })

  test('is not needed where a manager refunds through the gateway', async () => {
    const owner = await staffMember(app)
    const [card, khalti] = [await cards.pay(), await paidBooking(app, order(), 'khalti')]
    for (const payment of [card, khalti]) {
      await endBooking(app, owner, payment.bookingId)
      expect(await readReviewReasons(app, payment.paymentId)).toEqual(['refund_due'])
      expect((await view(payment)).actions).toMatchObject({ refundAccount: false })
      await expectNothingStored(app, async () => expect(failureOf(await setAccount(payment)).code).toBe('wrong_state'))
    }
  })

  test('is shown to staff of the location, and the reading is recorded', async () => {
    const payment = await paidBooking(app)
    granted(await cancel(payment, { refundTo: BANK_ACCOUNT }))
    const manager = await staffMember(app, 'manager')
    const account = granted(await readRefundAccountAsStaff(app, manager, payment.bookingId))
    expect(account).toMatchObject({ bank: 'Nabil Bank', wallet: '', account: '0110017500123' })
    const entry = { action: 'refund_account_read', actor: manager.email, subject_id: payment.bookingId }
    expect((await auditEntries(app)).at(-1)).toMatchObject(entry)
    const other = await placed(app)
    await expectNothingStored(app, async () =>
      expect(failureOf(await readRefundAccountAsStaff(app, manager, other.bookingId)).code).toBe('not_found'),
    )
  })

  test('is deleted 90 days after the last refund', async () => {
    const payment = await paidBooking(app)
    granted(await cancel(payment, { refundTo: BANK_ACCOUNT }))
    const owner = await staffMember(app)
    granted(await refund(app, owner, payment.paymentId, PRICE - 1))
    expect(await rows(app.db.read, 'refund_accounts')).toMatchObject([{ paid_at: null }])
    granted(await refund(app, owner, payment.paymentId, 1))
    expect(await rows(app.db.read, 'refund_accounts')).toMatchObject([{ paid_at: instant(app.now()) }])
    app.clock.advance(90 * DAY)
    await deleteOldRows(app)
    expect(await rows(app.db.read, 'refund_accounts')).toHaveLength(1)
    app.clock.advance(1)
    await deleteOldRows(app)
    expect(await rows(app.db.read, 'refund_accounts')).toEqual([])
  })

  test('is deleted 90 days after staff declined the refund', async () => {
    const payment = await paidBooking(app)
    granted(await cancel(payment, { refundTo: BANK_ACCOUNT }))
    const decision = { decision: 'keep', reason: 'Agreed by phone' } as const
    granted(await decide(app, await staffMember(app), payment.paymentId, decision))
    expect(await rows(app.db.read, 'refund_accounts')).toMatchObject([{ paid_at: instant(app.now()) }])
  })
})
