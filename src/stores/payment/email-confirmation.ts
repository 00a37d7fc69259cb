import { atom } from 'nanostores'
import { formatFailure } from '#contract/failure.ts'
import { $currentBooking } from '../current-booking.ts'
import { environment } from '../environment.ts'
import { ledger } from '../ledger/index.ts'
import { $booking, readBooking } from './booking.ts'
import { reload } from './refresh.ts'
import { $screen, showScreen } from './screen.ts'
import { startPayment } from './start-payment.ts'

interface EmailConfirmation {
  sending: boolean
  sentTo?: string
  canResend: boolean
  problem?: string
}

export const $emailConfirmation = atom<EmailConfirmation>({ sending: false, canResend: false })

/** The server sends at most one link per minute. */
const RESEND_MS = 60_000

let cancelResendTimer = () => {}

/** Sends the link and continues with the transfer once it was opened. Returns a function that stops. */
export function openEmailConfirmation(): () => void {
  $emailConfirmation.set({ sending: false, canResend: false })
  void sendLink()
  const stop = $booking.listen((booking) => {
    if (!booking?.emailConfirmed || $screen.get().state !== 'confirm_email') return
    showScreen({ state: 'selecting' })
    void startPayment()
  })
  return () => {
    stop()
    cancelResendTimer()
  }
}

export async function sendLink(): Promise<void> {
  const credentials = $currentBooking.get()
  const { problem: _, ...before } = $emailConfirmation.get()
  if (!credentials || before.sending) return
  cancelResendTimer()
  $emailConfirmation.set({ ...before, sending: true, canResend: false })
  const response = await ledger.requestEmailConfirmation(credentials)
  if ($screen.get().state !== 'confirm_email' || $currentBooking.get()?.bookingId !== credentials.bookingId) return
  if (response.ok) {
    $emailConfirmation.set({ sending: false, sentTo: response.value.email, canResend: false })
    cancelResendTimer = environment().later(allowResend, RESEND_MS)
    // The first request extends the hold.
    await readBooking()
  } else if (response.failure.code === 'not_payable' || response.failure.code === 'not_found') {
    reload()
  } else {
    $emailConfirmation.set({ ...before, sending: false, canResend: true, problem: formatFailure(response.failure) })
  }
}

const allowResend = (): void => $emailConfirmation.set({ ...$emailConfirmation.get(), canResend: true })
