import { describe, expect, test } from 'vitest'
import { succeed } from '#contract/failure.ts'
import { paisa } from '#domain/money.ts'
import type { GatewayReport } from '#domain/payment.ts'
import { streamBookingsCsv } from '#server/bookings/export.ts'
import type { PaymentTable } from '#server/db/schema.ts'
import { settle } from '#server/payments/settlement.ts'
import { type TestApp, withApp } from '../support/app.ts'
import { someStaff } from '../support/desk.ts'
import { ENGINES } from '../support/engines.ts'
import { granted } from '../support/orders.ts'
import { started } from '../support/payments.ts'

describe.each(ENGINES)('the bookings as a table, on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })

  async function cellsOf(bookingId: string): Promise<Record<string, string>> {
    const table = await new Response(granted(await streamBookingsCsv(app, await someStaff(app), {}))).text()
    const [titles, row] = table.split('\r\n').filter((line) => /Booking ID/.test(line) || line.includes(bookingId))
    const cells = row?.split(',') ?? []
    return Object.fromEntries((titles ?? '').split(',').map((title, at) => [title, cells[at] ?? '']))
  }
  async function reported(report: (amount: number) => GatewayReport) {
    const payment = await started(app)
    await settle(app, payment.paymentId, report(payment.amount), 'lookup')
    return payment
  }

  const written = (id: string, payment: Partial<PaymentTable>) =>
    app.db.write(async (db) => {
      await db.updateTable('payments').set(payment).where('id', '=', id).execute()
      return succeed(undefined)
    })

  test('money that does not match counts until staff have found that none came', async () => {
    const { bookingId, paymentId } = await reported(() => ({
      kind: 'mismatch',
      reason: 'eSewa said so',
      received: paisa(500_000),
      providerReference: 'R-1',
    }))
    expect(await cellsOf(bookingId)).toMatchObject({ 'Paid (NPR)': '5000', Transaction: 'R-1' })
    await written(paymentId, { state: 'failed' })
    expect(await cellsOf(bookingId)).toMatchObject({ 'Paid (NPR)': '0', Transaction: '' })
  })

  test('a payment of which no sum is on record brought what was asked for', async () => {
    const { bookingId, paymentId, amount } = await reported((asked) => ({
      kind: 'paid',
      amount: paisa(asked),
      providerReference: 'R-2',
    }))
    await written(paymentId, { received: null })
    expect(await cellsOf(bookingId)).toMatchObject({ 'Paid (NPR)': String(amount / 100), Transaction: 'R-2' })
    await written(paymentId, { state: 'refunded', refunded: paisa(amount) })
    expect(await cellsOf(bookingId)).toMatchObject({ 'Paid (NPR)': '0', Transaction: 'R-2' })
  })
})
