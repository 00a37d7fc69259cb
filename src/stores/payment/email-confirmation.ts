import { atom } from 'nanostores'
import { formatFailure } from '../api.ts'
import { $currentBooking } from '../current-booking.ts'
import { environment } from '../environment.ts'
import { ledger } from '../ledger/index.ts'
import { $booking, readBooking } from './booking.ts'
import { reload } from './refresh.ts'
import { $screen, showScreen } from './screen.ts'
import { startPayment } from './start-payment.ts'

/** The link that a transfer waits for. */
export interface EmailConfirmation {
  sending: boolean
  /** Where the last link was sent. */
  sentTo?: string
  /** Another link can be sent. */
  canResend: boolean
  problem?: string
}

export const $emailConfirmation = atom<EmailConfirmation>({ sending: false, canResend: false })

/** The server sends one link in a minute. */
const RESEND_MS = 60_000

let cancelResendTimer = () => {}

/** Sends the link, and continues with the transfer once the booking says that it was opened. Returns the way to stop. */
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
  const handle = $currentBooking.get()
  const { problem: _, ...before } = $emailConfirmation.get()
  if (!handle || before.sending) return
  cancelResendTimer()
  $emailConfirmation.set({ ...before, sending: true, canResend: false })
  const answer = await ledger.requestEmailConfirmation(handle)
  if ($screen.get().state !== 'confirm_email' || $currentBooking.get()?.bookingId !== handle.bookingId) return
  if (answer.ok) {
    $emailConfirmation.set({ sending: false, sentTo: answer.value.email, canResend: false })
    cancelResendTimer = environment().later(allowResend, RESEND_MS)
    // The first request extends the hold.
    await readBooking()
  } else if (answer.failure.code === 'not_payable' || answer.failure.code === 'not_found') {
    reload()
  } else {
    $emailConfirmation.set({ ...before, sending: false, canResend: true, problem: formatFailure(answer.failure) })
  }
}

const allowResend = (): void => $emailConfirmation.set({ ...$emailConfirmation.get(), canResend: true })
