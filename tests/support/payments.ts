import type { Output } from '#contract/endpoint.ts'
import type { startPayment } from '#contract/payments.ts'
import { paisa } from '#domain/money.ts'
import type { GatewayReport, PaymentMethod } from '#domain/payment.ts'
import type { PaymentAlert } from '#domain/payment-review.ts'
import type { App } from '#server/app.ts'
import type { Payment } from '#server/db/schema.ts'
import { startAttempt, verifyAttempt } from '#server/payments/attempts.ts'
import type { Gateway } from '#server/payments/gateways/gateway.ts'
import type { EsewaChoice } from '#server/payments/gateways/sandbox/esewa-outcome.ts'
import { settle } from '#server/payments/settlement.ts'
import { bookingRow, granted, type Order, order, type Placed, PRICE, placed } from './orders.ts'

export type Started = Output<typeof startPayment>

/** A gateway's report of money that arrived, in paisa. */
export const paid = (amount = PRICE, providerReference: string = crypto.randomUUID()) =>
  ({ kind: 'paid', amount: paisa(amount), providerReference }) as const

export async function started(app: App, sent: Order = order(), method = 'esewa'): Promise<Placed & Started> {
  const booking = await placed(app, sent)
  return { ...booking, ...granted(await startAttempt(app, booking.bookingId, booking.secret, method)) }
}

/** Books and pays in full. */
export async function paidBooking(app: App, sent?: Order, method?: PaymentMethod): Promise<Placed & Started> {
  const payment = await started(app, sent, method)
  await settle(app, payment.paymentId, paid(payment.amount), method === 'bank_transfer' ? 'staff' : 'lookup')
  return payment
}

/** Opens eSewa's sandbox page. */
export async function arrive(app: App, { next }: Pick<Started, 'next'>): Promise<void> {
  const sandbox = app.env.esewaApi === 'v1' ? app.sandbox?.esewaV1 : app.sandbox?.esewa
  const opened = next.kind === 'form' && (await sandbox?.open(next.fields))
  if (!opened || 'problem' in opened) throw new Error(`the sandbox rejected: ${JSON.stringify(opened)}`)
}

/** Completes the payment and returns the parameters of the return URL. */
export async function decide(app: App, payment: Pick<Started, 'next' | 'paymentId'>, choice: EsewaChoice) {
  await arrive(app, payment)
  return readReturnParameters(await app.sandbox?.esewa.decide(payment.paymentId, choice))
}

export const readReturnParameters = (url: string | undefined): Record<string, string> =>
  url === undefined ? {} : Object.fromEntries(new URL(url).searchParams)

/** Replaces eSewa's lookup. */
export function reporting(app: App, report: (attemptId: string) => GatewayReport | Promise<GatewayReport>): void {
  replaceGateway(app, 'esewa', { lookup: async ({ id }) => report(id) })
}

/** Replaces calls of one gateway until the end of the test. */
export function replaceGateway(app: App, method: PaymentMethod, calls: Partial<Gateway>): void {
  const gateway = app.gateways[method]
  if (!gateway) throw new Error(`there is no ${method}`)
  app.gateways = { ...app.gateways, [method]: { ...gateway, ...calls } }
}

/** Returns the alerts of a payment, oldest first. */
export const alertsOf = async (app: App, id: string): Promise<PaymentAlert[]> => {
  const found = app.db.read.selectFrom('payment_alerts').select('alert').where('payment_id', '=', id)
  return (await found.orderBy('created_at').execute()).map(({ alert }) => alert)
}

/** Returns the decision that resolves an alert. */
export async function resolveAlert(app: App, id: string, alert: PaymentAlert, reason: string) {
  const query = app.db.read.selectFrom('payment_alerts').select('raised').where('payment_id', '=', id)
  const found = await query.where('alert', '=', alert).executeTakeFirst()
  return { decision: 'seen', alert, raised: found?.raised ?? 'never', reason } as const
}

export const paymentRow = (app: App, id: string): Promise<Payment> =>
  app.db.read.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** The states of a payment and its booking. */
export async function statesOf(app: App, paymentId: string): Promise<[string, string]> {
  const { state, booking_id } = await paymentRow(app, paymentId)
  return [state, (await bookingRow(app, booking_id)).state]
}

/** The verified payment as its payer sees it. */
export const verified = async (app: App, paymentId: string, parameters: Record<string, string> = {}) =>
  granted(await verifyAttempt(app, paymentId, parameters))
