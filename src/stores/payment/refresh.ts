import { formatFailure } from '#contract/failure.ts'
import { $currentBooking, setCurrentBooking } from '../current-booking.ts'
import { environment, type PageReturn } from '../environment.ts'
import { ledger } from '../ledger/index.ts'
import { $site, loadSite } from '../site.ts'
import { $booking, readBooking } from './booking.ts'
import {
  applyDecision,
  leaveForYourBooking,
  pollPayment,
  readDecisionUnlessPayable,
  replaceScreen,
  stopPolling,
  verifyNow,
} from './poll-payment.ts'
import { $screen, type PaymentScreen, showScreen, startRequest } from './screen.ts'
import { getScreenForBooking, type ScreenDecision } from './screen-for-booking.ts'

export function reload(): void {
  $screen.set({ state: 'loading' })
  void refresh()
}

/** Loads the booking and shows its state. A failed request changes nothing that is shown. */
export async function refresh(): Promise<void> {
  stopPolling()
  const isLatest = startRequest()
  if (!$currentBooking.get()) return openTrial(isLatest)
  const wasForMove = Boolean($booking.get()?.change)
  // Methods are shown only after the server has listed them.
  const [response] = await Promise.all([readBooking(), $site.get() ?? loadSite()])
  if (!isLatest()) return
  // Paid in another tab, or no longer held.
  if (response?.ok && wasForMove && !response.value.change) return leaveForYourBooking()
  if (response?.ok) return applyDecision(getScreenForBooking(response.value, $currentBooking.get()?.paymentId))
  if (!response || response.failure.code === 'not_found') return openTrial(isLatest)
  if (['loading', 'load_failed'].includes($screen.get().state))
    showScreen({ state: 'load_failed', message: formatFailure(response.failure) })
}

/** The browser edition offers a trial payment if there is no booking. */
async function openTrial(isLatest: () => boolean): Promise<void> {
  const trial = await ledger.startTrial()
  if (!isLatest()) return
  // The screen follows `$currentBooking`.
  if (trial) setCurrentBooking(trial)
  else showScreen({ state: 'no_booking' })
}

/** Refreshes when the page becomes visible again, without interrupting an action. */
export async function refreshQuietly(from: PageReturn = 'elsewhere'): Promise<void> {
  const screen = $screen.get()
  switch (screen.state) {
    case 'pending':
      verifyNow()
      return
    case 'success':
      // The booking of this payment cannot be opened in this browser.
      if ($booking.get()) await refresh()
      return
    case 'card':
      // Back from the card's bank: the form of the restored page no longer works.
      if (screen.paying && from === 'cache') pollPayment(screen.paymentId, 'checking')
      else await replaceIfOutdated()
      return
    case 'qr_payment':
    case 'confirm_email':
    case 'error':
      await replaceIfOutdated()
      return
    case 'selecting':
    case 'ended':
    case 'no_booking':
    case 'load_failed':
      await refresh()
  }
}

/** Replaces what is shown only if the booking was paid or ended. */
async function replaceIfOutdated(): Promise<void> {
  const current = $screen.get()
  const decision = await readDecisionUnlessPayable()
  if (decision && $screen.get() === current && !isStillValid(current, decision)) replaceScreen(decision)
}

function isStillValid(current: PaymentScreen, decision: ScreenDecision): boolean {
  if (current.state === 'card')
    return decision.kind === 'verify' && decision.paymentId === current.paymentId && decision.view !== 'staff'
  if (current.state !== 'qr_payment' || decision.kind !== 'show') return false
  // A receipt can be sent after the seats were released, and a clearer one while staff check the first.
  const { screen } = decision
  if (screen.state !== 'success') return screen.state === 'ended'
  const { status, paymentId } = screen.result
  return status === 'late' || (status === 'received' && paymentId === current.paymentId)
}

/** Staff, other tabs and other devices can change the booking. */
const REFRESH_INTERVAL_MS = 30_000
/** The customer is opening the link in the email. */
const EMAIL_REFRESH_INTERVAL_MS = 4_000

/** Refreshes while a change would affect the screen. Returns a function that stops. */
export function startAutoRefresh(): () => void {
  let isStopped = false
  let cancelTimer = () => {}
  const schedule = (): void => {
    cancelTimer()
    const interval = getRefreshInterval($screen.get())
    if (!isStopped && interval) cancelTimer = environment().later(() => void refreshQuietly().then(schedule), interval)
  }
  const stopListening = $screen.listen(schedule)
  return () => {
    isStopped = true
    stopListening()
    cancelTimer()
  }
}

/** Undefined if no change elsewhere would affect the screen. */
function getRefreshInterval(screen: PaymentScreen): number | undefined {
  if (screen.state === 'confirm_email') return EMAIL_REFRESH_INTERVAL_MS
  const isOpen = screen.state === 'success' && screen.result.status === 'received'
  return isOpen || screen.state === 'card' || screen.state === 'qr_payment' ? REFRESH_INTERVAL_MS : undefined
}
