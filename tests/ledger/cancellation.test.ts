import { describe, expect, test } from 'vitest'
import { npr, paisa } from '#domain/money.ts'
import { HOUR } from '../support/app.ts'
import { EDITIONS } from '../support/editions.ts'
import { useEdition } from '../support/ledger.ts'
import { dayPass, failureOf, granted, newKey, type Placed, PRICE } from '../support/orders.ts'
import { BANK_ACCOUNT } from '../support/refunds.ts'

const DAY = 24 * HOUR

describe.each(Object.entries(EDITIONS))('a cancellation by the customer in %s', (name, open) => {
  const { edition, start, place, read, complete, memberships, taken } = useEdition(open)
  const cancel = (booking: Placed, input = {}) => edition.customer.cancel(booking, input, newKey())
  const setAccount = (booking: Placed, over = {}) =>
    edition.customer.changeRefundAccount(booking, { refundTo: { ...BANK_ACCOUNT, ...over } }, newKey())
  async function pay(method: string, changes = {}): Promise<Placed> {
    const started = await start(method, changes)
    await complete(started)
    return started.booking
  }

  test('releases the seats of a hold and refunds nothing', async () => {
    const booking = await place()
    expect((await read(booking)).actions.cancel).toMatchObject({ refund: 0, needsAccount: false, from: 'now' })
    expect(granted(await cancel(booking, { expectedRefund: 0 }))).toMatchObject({ status: 'cancelled', history: [] })
    expect(await taken()).toEqual([0])
    expect(failureOf(await cancel(booking)).code).toBe('wrong_state')
  })

  // The server's gateways are in tests/server/customers.
  test.runIf(name === 'the browser')('refunds Khalti at once, and ends the membership', async () => {
    const booking = await pay('khalti')
    expect((await read(booking)).actions.cancel).toMatchObject({ refund: PRICE, needsAccount: false })
    const { history, actions } = granted(await cancel(booking, { refundTo: BANK_ACCOUNT }))
    expect(history).toContainEqual(expect.objectContaining({ kind: 'refund', state: 'done', amount: PRICE }))
    expect(actions.cancel).toBeNull()
    expect((await read(booking)).refundAccount).toBeNull()
    expect(await memberships()).toMatchObject([{ status: 'cancelled' }])
    expect(await taken()).toEqual([0])
  })

  test('leaves a refund of eSewa due, and stores where it should go', async () => {
    const booking = await pay('esewa')
    expect((await read(booking)).actions.cancel).toMatchObject({ refund: PRICE, needsAccount: true })
    const cancelled = granted(await cancel(booking, { refundTo: BANK_ACCOUNT }))
    expect(cancelled.payments).toMatchObject([{ state: 'confirmed', refundDue: PRICE }])
    expect(cancelled.actions).toMatchObject({ refundAccount: true })
    expect(cancelled.history).toContainEqual(expect.objectContaining({ kind: 'refund', state: 'due' }))
    expect(cancelled.refundAccount).toMatchObject({ masked: 'Nabil Bank, •••• 0123', name: 'Aarati Shrestha' })
    expect(granted(await setAccount(booking, { account: '99887766554' })).refundAccount).toEqual({
      ...cancelled.refundAccount,
      masked: 'Nabil Bank, •••• 554',
    })
    await edition.advance(DAY + 1)
    expect(failureOf(await setAccount(booking)).code).toBe('wrong_state')
  })

  test('rejects an invalid account, another refund than shown, and a wrong secret', async () => {
    const booking = await pay('esewa')
    const refundTo = { ...BANK_ACCOUNT, wallet: 'eSewa' }
    expect(failureOf(await cancel(booking, { refundTo }))).toMatchObject({
      code: 'invalid',
      fields: { wallet: 'Enter either a bank or a wallet' },
    })
    expect(failureOf(await cancel(booking, { expectedRefund: 0 }))).toMatchObject({
      code: 'changed_meanwhile',
      current: { status: 'confirmed', actions: { cancel: { refund: PRICE } } },
    })
    expect(failureOf(await setAccount(booking)).code).toBe('wrong_state')
    expect(failureOf(await cancel({ ...booking, secret: 'x' })).code).toBe('not_found')
    expect((await read(booking)).status).toBe('confirmed')
  })

  test('refunds nothing after the limit', async () => {
    const booking = await pay('esewa', { startDate: '2026-12-02' })
    expect((await read(booking)).actions.cancel).toMatchObject({ refund: 0, needsAccount: false, from: 'now' })
    expect(granted(await cancel(booking)).payments[0]).not.toHaveProperty('refundDue')
  })

  test('frees the days from tomorrow once the booking has started', async () => {
    const booking = await pay('esewa', { startDate: '2026-12-01' })
    await edition.advance(3 * DAY)
    expect((await read(booking)).actions.cancel).toMatchObject({ refund: 0, from: 'tomorrow' })
    const ended = granted(await cancel(booking))
    expect(ended).toMatchObject({ status: 'confirmed', endDate: '2026-12-04', originalEndDate: '2026-12-31' })
    expect(await taken('dhobighat-hub', '2026-12-04', '2026-12-05')).toEqual([1, 0])
    expect(await memberships()).toMatchObject([{ status: 'cancelled' }])
    expect((await read(booking)).actions.cancel).toBeNull()
  })

  test('keeps the first day of a booking that starts today', async () => {
    const booking = await pay('esewa', { startDate: '2026-12-02' })
    await edition.advance(DAY)
    granted(await cancel(booking))
    expect(await read(booking)).toMatchObject({ endDate: '2026-12-02', actions: { cancel: null } })
  })

  test('refunds money that arrives later, and takes no seat', async () => {
    const started = await start('esewa', dayPass())
    granted(await cancel(started.booking))
    await complete(started)
    const { status, payments, history } = await read(started.booking)
    expect(status).toBe('cancelled')
    expect(payments).toMatchObject([{ state: 'confirmed', refundDue: payments[0]?.amount }])
    expect(history.map(({ state, amount }) => `${state} ${npr(paisa(amount))}`)).toContain(
      `due ${npr(paisa(payments[0]?.amount ?? 0))}`,
    )
    expect(await taken()).toEqual([0])
  })
})
