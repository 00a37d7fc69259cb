import type { Output } from '#contract/endpoint.ts'
import { ESEWA_FORM_HOSTS, ESEWA_V1_PATHS, formFieldsV1 } from '#contract/esewa.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { KHALTI_PREFERENCES, KHALTI_SCRIPT } from '#contract/khalti.ts'
import { HELD_TOO_LONG, type PaymentNext, type startPayment, unsupportedMethod } from '#contract/payments.ts'
import { keptForTransfer, keptForTry } from '#domain/booking.ts'
import { dynamicCode, payeeOf } from '#domain/emv-code.ts'
import { paisa, rupeeText } from '#domain/money.ts'
import { type PaymentMethod, paymentMethod } from '#domain/payment.ts'
import { VERIFICATION_TIMEOUT_MS } from '#domain/receipt.ts'
import { environment } from '../../environment.ts'
import type { BookingHandle } from '../ledger.ts'
import type { AttemptRecord, BookingRecord } from './booking-record.ts'
import { business } from './business.ts'
import { atOnce } from './kept.ts'
import { closingOf, isPayable, methodsFor, windowOf } from './methods.ts'
import { changeBooking, instant, moveBooking, newAttempt } from './moving.ts'
import { ownBooking } from './own.ts'

type Started = Output<typeof startPayment>

/** A new try to pay; one that is announced already, or whose code still runs, is shown again. */
export const startPaying = (handle: BookingHandle, method: string): Promise<Outcome<Started>> =>
  atOnce(() => {
    const booking = ownBooking(handle)
    const known = paymentMethod(method)
    if (!booking) return fail('not_found')
    if (!known) return fail('unsupported_method', { message: unsupportedMethod(method) })
    const again = shownAlready(booking, known)
    if (again) return succeed(started(booking, again))
    if (!isPayable(booking) || !booking.expiresAt) return fail('not_payable')
    const offer = methodsFor(booking).find(({ id }) => id === known)
    if (offer?.reason) return fail('unavailable', { message: offer.reason })
    const now = environment().now()
    const attempt = newAttempt(booking, known)
    const payments = [...booking.payments, attempt]
    const held = {
      placedAt: Date.parse(booking.createdAt),
      expiresAt: Date.parse(booking.expiresAt),
      closesAt: closingOf(booking),
    }
    const announced = known === 'bank_transfer'
    const kept = announced
      ? keptForTransfer(held, business().transferHours * 3_600_000, now)
      : keptForTry(held, windowOf(known), now)
    if (kept === undefined) return fail('no_more_extensions', { message: HELD_TOO_LONG })
    const expiresAt = instant(kept)
    const begun = announced
      ? moveBooking(booking, 'pending_verification', { payments, expiresAt })
      : changeBooking(booking, { payments, expiresAt })
    return succeed(started(begun, attempt))
  })

/** Whether nobody but this browser has a part in it; then the screen says so. */
export function isSimulated(method: PaymentMethod): boolean {
  const { esewaMerchant, khaltiKey } = business()
  return method === 'stripe' || (method === 'esewa' && !esewaMerchant) || (method === 'khalti' && !khaltiKey)
}

function shownAlready(booking: BookingRecord, method: PaymentMethod): AttemptRecord | undefined {
  const open = booking.payments.filter((attempt) => attempt.method === method && attempt.state === 'pending')
  if (method === 'bank_transfer') return booking.status === 'pending_verification' ? open[0] : undefined
  if (method !== 'qr_payment' || booking.status !== 'held') return undefined
  return open.find(({ createdAt }) => Date.parse(createdAt) > environment().now() - VERIFICATION_TIMEOUT_MS)
}

const started = (booking: BookingRecord, attempt: AttemptRecord): Started => ({
  paymentId: attempt.paymentId,
  method: attempt.method,
  state: attempt.state,
  amount: attempt.amount,
  fee: attempt.fee,
  next: nextOf(booking, attempt),
})

function nextOf(booking: BookingRecord, attempt: AttemptRecord): PaymentNext {
  const { bank, merchantQr, esewaMerchant, khaltiKey } = business()
  const { paymentId: id, amount, createdAt } = attempt
  const origin = environment().address().origin
  switch (paymentMethod(attempt.method)) {
    case 'bank_transfer':
      return { kind: 'transfer', ...bank, reference: booking.id, expiresAt: booking.expiresAt ?? createdAt }
    case 'qr_payment':
      return {
        kind: 'qr',
        code: dynamicCode(merchantQr, { amount, reference: booking.id }),
        accountName: payeeOf(merchantQr),
        bankName: bank.bankName,
        reference: booking.id,
        expiresAt: instant(Date.parse(createdAt) + VERIFICATION_TIMEOUT_MS),
      }
    case 'esewa':
      return esewaMerchant
        ? {
            kind: 'form',
            action: ESEWA_FORM_HOSTS.v1.test + ESEWA_V1_PATHS.form,
            fields: formFieldsV1({ id, amount }, esewaMerchant, origin),
            orRedirect: true,
          }
        : simulated(
            // The parameters with which the gateway itself would return a payer.
            `/payment/esewa/success?${new URLSearchParams({ oid: id, amt: rupeeText(amount), refId: newNumber() })}`,
            `/payment/esewa/failure?${new URLSearchParams({ payment: id, status: 'CANCELED' })}`,
          )
    case 'khalti':
      return khaltiKey
        ? {
            kind: 'khalti_window',
            script: KHALTI_SCRIPT,
            publicKey: khaltiKey,
            productIdentity: id,
            productName: `Booking ${booking.id}`,
            productUrl: new URL('/booking', origin).href,
            paymentPreference: [...KHALTI_PREFERENCES],
            amount: paisa(amount),
          }
        : simulated(
            `/payment?${new URLSearchParams({ payment: id, token: newNumber(), amount: String(amount) })}`,
            `/payment?${new URLSearchParams({ payment: id, error: 'The payment was refused' })}`,
          )
    default:
      return simulated(
        `/payment?${new URLSearchParams({ payment: id, redirect_status: 'succeeded' })}`,
        `/payment?${new URLSearchParams({ payment: id, redirect_status: 'failed' })}`,
      )
  }
}

const simulated = (paid: string, refused: string): PaymentNext => ({ kind: 'simulated', paid, refused })

/** Nobody takes it for a real one. */
export const newNumber = (): string => `SIMULATED${environment().randomId().slice(0, 8).toUpperCase()}`
