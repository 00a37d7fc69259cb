import type { Output } from '#contract/endpoint.ts'
import { buildFormFieldsV1, ESEWA_FORM_HOSTS, ESEWA_V1_PATHS } from '#contract/esewa.ts'
import { fail, succeed } from '#contract/failure.ts'
import { KHALTI_PREFERENCES, KHALTI_SCRIPT } from '#contract/khalti.ts'
import { formatUnsupportedMethod, HELD_TOO_LONG, type PaymentNextStep, type startPayment } from '#contract/payments.ts'
import { holdUntilForAttempt, holdUntilForTransfer } from '#domain/booking.ts'
import { toDecimalRupees } from '#domain/money.ts'
import { type PaymentMethod, parsePaymentMethod } from '#domain/payment.ts'
import { createDynamicCode, readPayee } from '#domain/receipt/emv-code.ts'
import { VERIFICATION_TIMEOUT_MS } from '#domain/receipt/receipt.ts'
import { environment } from '../../environment.ts'
import type { Ledger } from '../index.ts'
import type { AttemptRecord, BookingRecord } from './booking-record.ts'
import { getBusiness } from './business.ts'
import { getClosingTime, getPaymentWindow, isPayable, listPaymentMethods } from './method-offers.ts'
import { findOwnBooking } from './own-booking.ts'
import { withStorageLock } from './record-storage.ts'
import { changeBooking, createAttempt, toInstant, transitionBooking } from './transitions.ts'

type StartedPayment = Output<typeof startPayment>

/** Starts an attempt. A pending transfer or a valid QR code is returned again. */
export const createPayment: Ledger['startPayment'] = (credentials, method) =>
  withStorageLock(() => {
    const booking = findOwnBooking(credentials)
    const paymentMethod = parsePaymentMethod(method)
    if (!booking) return fail('not_found')
    if (!paymentMethod) return fail('unsupported_method', { message: formatUnsupportedMethod(method) })
    const reusable = findReusableAttempt(booking, paymentMethod)
    if (reusable) return succeed(toStartedPayment(booking, reusable, paymentMethod))
    if (!isPayable(booking) || !booking.expiresAt) return fail('not_payable')
    const offer = listPaymentMethods(booking).find(({ id }) => id === paymentMethod)
    if (offer?.reason) return fail('unavailable', { message: offer.reason })
    const now = environment().now()
    const attempt = createAttempt(booking, paymentMethod)
    const payments = [...booking.payments, attempt]
    const hold = {
      placedAt: Date.parse(booking.createdAt),
      expiresAt: Date.parse(booking.expiresAt),
      closesAt: getClosingTime(booking),
    }
    const isTransfer = paymentMethod === 'bank_transfer'
    const holdEnd = isTransfer
      ? holdUntilForTransfer(hold, getBusiness().transferHours * 3_600_000, now)
      : holdUntilForAttempt(hold, getPaymentWindow(paymentMethod), now)
    if (holdEnd === undefined) return fail('no_more_extensions', { message: HELD_TOO_LONG })
    const expiresAt = toInstant(holdEnd)
    const started = isTransfer
      ? transitionBooking(booking, 'pending_verification', { payments, expiresAt })
      : changeBooking(booking, { payments, expiresAt })
    return succeed(toStartedPayment(started, attempt, paymentMethod))
  })

/** Whether the payment is simulated in this browser; the screen says so. */
export function isSimulated(method: PaymentMethod): boolean {
  const { esewaMerchant, khaltiKey } = getBusiness()
  const simulated = { esewa: !esewaMerchant, khalti: !khaltiKey, stripe: true, qr_payment: false, bank_transfer: false }
  return simulated[method]
}

function findReusableAttempt(booking: BookingRecord, method: PaymentMethod): AttemptRecord | undefined {
  const open = booking.payments.filter((attempt) => attempt.method === method && attempt.state === 'pending')
  if (method === 'bank_transfer') return booking.status === 'pending_verification' ? open[0] : undefined
  if (method !== 'qr_payment' || booking.status !== 'held') return undefined
  return open.find(({ createdAt }) => Date.parse(createdAt) > environment().now() - VERIFICATION_TIMEOUT_MS)
}

const toStartedPayment = (booking: BookingRecord, attempt: AttemptRecord, method: PaymentMethod): StartedPayment => ({
  paymentId: attempt.paymentId,
  method,
  state: attempt.state,
  amount: attempt.amount,
  fee: attempt.fee,
  next: getNextStep(booking, attempt, method),
})

function getNextStep(booking: BookingRecord, attempt: AttemptRecord, method: PaymentMethod): PaymentNextStep {
  const { bank, merchantQr, esewaMerchant, khaltiKey } = getBusiness()
  const { paymentId: id, amount, createdAt } = attempt
  const origin = environment().address().origin
  switch (method) {
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
            // The parameters that the gateway would return.
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
            amount,
          }
        : simulatedStep(
            `/payment?${new URLSearchParams({ payment: id, token: createTransactionNumber(), amount: String(amount) })}`,
            `/payment?${new URLSearchParams({ payment: id, error: 'The payment was declined' })}`,
          )
    case 'stripe':
      return simulatedStep(
        `/payment?${new URLSearchParams({ payment: id, redirect_status: 'succeeded' })}`,
        `/payment?${new URLSearchParams({ payment: id, redirect_status: 'failed' })}`,
      )
  }
}

const simulatedStep = (success: string, failure: string): PaymentNextStep => ({ kind: 'simulated', success, failure })

/** Recognisable as simulated. */
export const createTransactionNumber = (): string => `SIMULATED${environment().randomId().slice(0, 8).toUpperCase()}`
