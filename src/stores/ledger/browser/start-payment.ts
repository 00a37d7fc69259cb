import type { Output } from '#contract/endpoint.ts'
import { buildFormFieldsV1, ESEWA_FORM_HOSTS, ESEWA_V1_PATHS } from '#contract/esewa.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { KHALTI_PREFERENCES, KHALTI_SCRIPT } from '#contract/khalti.ts'
import { formatUnsupportedMethod, HELD_TOO_LONG, type PaymentNextStep, type startPayment } from '#contract/payments.ts'
import { holdUntilForAttempt, holdUntilForTransfer } from '#domain/booking.ts'
import { paisa, toDecimalRupees } from '#domain/money.ts'
import { type PaymentMethod, paymentMethod } from '#domain/payment.ts'
import { createDynamicCode, readPayee } from '#domain/receipt/emv-code.ts'
import { VERIFICATION_TIMEOUT_MS } from '#domain/receipt/receipt.ts'
import { environment } from '../../environment.ts'
import type { BookingCredentials } from '../ledger.ts'
import type { AttemptRecord, BookingRecord } from './booking-record.ts'
import { getBusiness } from './business.ts'
import { findOwnBooking } from './own-booking.ts'
import { getClosingTime, getPaymentWindow, isPayable, listPaymentMethods } from './payment-methods.ts'
import { withStorageLock } from './record-storage.ts'
import { changeBooking, createAttempt, toInstant, transitionBooking } from './transitions.ts'

type StartedPayment = Output<typeof startPayment>

/** A new try to pay; one that is announced already, or whose code still runs, is shown again. */
export const createPayment = (handle: BookingCredentials, method: string): Promise<Outcome<StartedPayment>> =>
  withStorageLock(() => {
    const booking = findOwnBooking(handle)
    const known = paymentMethod(method)
    if (!booking) return fail('not_found')
    if (!known) return fail('unsupported_method', { message: formatUnsupportedMethod(method) })
    const again = findReusableAttempt(booking, known)
    if (again) return succeed(toStartedPayment(booking, again))
    if (!isPayable(booking) || !booking.expiresAt) return fail('not_payable')
    const offer = listPaymentMethods(booking).find(({ id }) => id === known)
    if (offer?.reason) return fail('unavailable', { message: offer.reason })
    const now = environment().now()
    const attempt = createAttempt(booking, known)
    const payments = [...booking.payments, attempt]
    const held = {
      placedAt: Date.parse(booking.createdAt),
      expiresAt: Date.parse(booking.expiresAt),
      closesAt: getClosingTime(booking),
    }
    const announced = known === 'bank_transfer'
    const kept = announced
      ? holdUntilForTransfer(held, getBusiness().transferHours * 3_600_000, now)
      : holdUntilForAttempt(held, getPaymentWindow(known), now)
    if (kept === undefined) return fail('no_more_extensions', { message: HELD_TOO_LONG })
    const expiresAt = toInstant(kept)
    const begun = announced
      ? transitionBooking(booking, 'pending_verification', { payments, expiresAt })
      : changeBooking(booking, { payments, expiresAt })
    return succeed(toStartedPayment(begun, attempt))
  })

/** Whether nobody but this browser has a part in it; then the screen says so. */
export function isSimulated(method: PaymentMethod): boolean {
  const { esewaMerchant, khaltiKey } = getBusiness()
  return method === 'stripe' || (method === 'esewa' && !esewaMerchant) || (method === 'khalti' && !khaltiKey)
}

function findReusableAttempt(booking: BookingRecord, method: PaymentMethod): AttemptRecord | undefined {
  const open = booking.payments.filter((attempt) => attempt.method === method && attempt.state === 'pending')
  if (method === 'bank_transfer') return booking.status === 'pending_verification' ? open[0] : undefined
  if (method !== 'qr_payment' || booking.status !== 'held') return undefined
  return open.find(({ createdAt }) => Date.parse(createdAt) > environment().now() - VERIFICATION_TIMEOUT_MS)
}

const toStartedPayment = (booking: BookingRecord, attempt: AttemptRecord): StartedPayment => ({
  paymentId: attempt.paymentId,
  method: attempt.method,
  state: attempt.state,
  amount: attempt.amount,
  fee: attempt.fee,
  next: getNextStep(booking, attempt),
})

function getNextStep(booking: BookingRecord, attempt: AttemptRecord): PaymentNextStep {
  const { bank, merchantQr, esewaMerchant, khaltiKey } = getBusiness()
  const { paymentId: id, amount, createdAt } = attempt
  const origin = environment().address().origin
  switch (paymentMethod(attempt.method)) {
    case 'bank_transfer':
      return { kind: 'transfer', ...bank, reference: booking.id, expiresAt: booking.expiresAt ?? createdAt }
    case 'qr_payment':
      return {
        kind: 'qr',
        code: createDynamicCode(merchantQr, { amount, reference: booking.id }),
        accountName: readPayee(merchantQr),
        bankName: bank.bankName,
        reference: booking.id,
        expiresAt: toInstant(Date.parse(createdAt) + VERIFICATION_TIMEOUT_MS),
      }
    case 'esewa':
      return esewaMerchant
        ? {
            kind: 'form',
            action: ESEWA_FORM_HOSTS.v1.test + ESEWA_V1_PATHS.form,
            fields: buildFormFieldsV1({ id, amount }, esewaMerchant, origin),
            orRedirect: true,
          }
        : simulatedStep(
            // The parameters with which the gateway itself would return a payer.
            `/payment/esewa/success?${new URLSearchParams({ oid: id, amt: toDecimalRupees(amount), refId: createTransactionNumber() })}`,
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
        : simulatedStep(
            `/payment?${new URLSearchParams({ payment: id, token: createTransactionNumber(), amount: String(amount) })}`,
            `/payment?${new URLSearchParams({ payment: id, error: 'The payment was refused' })}`,
          )
    default:
      return simulatedStep(
        `/payment?${new URLSearchParams({ payment: id, redirect_status: 'succeeded' })}`,
        `/payment?${new URLSearchParams({ payment: id, redirect_status: 'failed' })}`,
      )
  }
}

const simulatedStep = (paid: string, refused: string): PaymentNextStep => ({ kind: 'simulated', paid, refused })

/** Nobody takes it for a real one. */
export const createTransactionNumber = (): string => `SIMULATED${environment().randomId().slice(0, 8).toUpperCase()}`
