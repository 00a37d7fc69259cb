import { atom } from 'nanostores'
import { formatFailure } from '#contract/failure.ts'
import { isOpenAttempt } from '#domain/payment.ts'
import { environment } from '../environment.ts'
import { ledger } from '../ledger/index.ts'
import { showOutcome } from './poll-payment.ts'
import { $screen } from './screen.ts'

const VISIBLE_INTERVAL_MS = 3_000
const HIDDEN_INTERVAL_MS = 15_000

interface Confirmation {
  isQuerying: boolean
  /** What the last check on a click found. */
  status?: string
}

export const $confirmation = atom<Confirmation>({ isQuerying: false })

const NOT_YET = 'We have not received your payment yet. This page keeps checking.'

let check: (isClick: boolean) => void = () => {}

/** Asks about a payment while its QR code is shown. Returns a function that stops. */
export function watchQrPayment(paymentId: string): () => void {
  let isStopped = false
  let cancelTimer = () => {}
  const isShown = () => {
    const screen = $screen.get()
    return !isStopped && screen.state === 'qr_payment' && screen.paymentId === paymentId
  }

  async function query(isClick: boolean): Promise<void> {
    cancelTimer()
    $confirmation.set({ ...$confirmation.get(), isQuerying: isClick })
    const response = await ledger.verify(paymentId, {})
    if (!isShown()) return
    if (response.ok && !isOpenAttempt(response.value.state)) return showOutcome(response.value)
    const status = response.ok ? NOT_YET : formatFailure(response.failure)
    $confirmation.set({ ...$confirmation.get(), isQuerying: false, ...(isClick && { status }) })
    const retryAfter = ((!response.ok && response.failure.retryAfter) || 0) * 1_000
    const interval = environment().isVisible() ? VISIBLE_INTERVAL_MS : HIDDEN_INTERVAL_MS
    cancelTimer()
    cancelTimer = environment().later(() => void query(false), Math.max(interval, retryAfter))
  }

  $confirmation.set({ isQuerying: false })
  check = (isClick) => void query(isClick)
  const stopListening = environment().onReturn(() => check(false))
  check(false)
  return () => {
    isStopped = true
    check = () => {}
    cancelTimer()
    stopListening()
  }
}

/** Checks now instead of after the next pause. */
export function checkQrPayment(): void {
  if (!$confirmation.get().isQuerying) check(true)
}
