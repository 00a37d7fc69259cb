import type { Output } from '#contract/endpoint.ts'
import type { startPayment } from '#contract/payments.ts'
import type { GatewayReport } from '#domain/payment.ts'
import type { PaymentAlert } from '#domain/payment-review.ts'
import type { App } from '#server/app.ts'
import type { PaymentTable } from '#server/db/schema.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import type { EsewaChoice } from '#server/payments/gateways/sandbox/esewa-outcome.ts'
import { granted, type Order, order, type Placed, placed } from './orders.ts'

export type Started = Output<typeof startPayment>

/** Places a booking and starts to pay it. */
export async function started(app: App, sent: Order = order(), method = 'esewa'): Promise<Placed & Started> {
  const booking = await placed(app, sent)
  return { ...booking, ...granted(await startAttempt(app, booking.bookingId, booking.secret, method)) }
}

/** The payer arrives at the sandbox's eSewa. */
export async function arrive(app: App, { next }: Pick<Started, 'next'>): Promise<void> {
  const desk = app.env.esewaApi === 'v1' ? app.sandbox?.esewaV1 : app.sandbox?.esewa
  const opened = next.kind === 'form' && (await desk?.open(next.fields))
  if (!opened || 'refusal' in opened) throw new Error(`the sandbox refused: ${JSON.stringify(opened)}`)
}

/** The payer arrives and decides; gives the parameters of the address that the browser then goes to. */
export async function decide(app: App, payment: Pick<Started, 'next' | 'paymentId'>, choice: EsewaChoice) {
  await arrive(app, payment)
  return parameters(await app.sandbox?.esewa.decide(payment.paymentId, choice))
}

const parameters = (url: string | undefined): Record<string, string> =>
  url === undefined ? {} : Object.fromEntries(new URL(url).searchParams)

/** Puts a gateway in the place of a method's that reports what is given, attempt by attempt. */
export function reporting(app: App, report: (attemptId: string) => GatewayReport | Promise<GatewayReport>): void {
  const gateway = app.gateways.esewa
  if (!gateway) throw new Error('there is no eSewa')
  app.gateways = { ...app.gateways, esewa: { ...gateway, lookup: async ({ id }) => report(id) } }
}

/** What staff have to look at, the oldest first. */
export const alertsOf = async (app: App, id: string): Promise<PaymentAlert[]> => {
  const found = app.db.read.selectFrom('payment_alerts').select('alert').where('payment_id', '=', id)
  return (await found.orderBy('created_at').execute()).map(({ alert }) => alert)
}

/** What staff say of an alert as it stands now. */
export async function lookedAfter(app: App, id: string, alert: PaymentAlert, reason: string) {
  const standing = app.db.read.selectFrom('payment_alerts').select('raised').where('payment_id', '=', id)
  const found = await standing.where('alert', '=', alert).executeTakeFirst()
  return { decision: 'seen', alert, raised: found?.raised ?? 'never', reason } as const
}

export const paymentRow = (app: App, id: string): Promise<PaymentTable> =>
  app.db.read.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
