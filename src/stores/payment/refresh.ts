import { formatFailure } from '../api.ts'
import { $currentBooking, setCurrentBooking } from '../current-booking.ts'
import { environment, type PageReturn } from '../environment.ts'
import { ledger } from '../ledger/index.ts'
import { $booking, $site, loadSite, readBooking } from './booking.ts'
import {
  applyDecision,
  pollPayment,
  readDecisionUnlessPayable,
  replaceScreen,
  stopPolling,
  verifyNow,
} from './poll-payment.ts'
import { $screen, type PaymentScreen, showScreen, startRequest } from './screen.ts'
import { getScreenForBooking, type ScreenDecision } from './screen-for-booking.ts'

/** Forgets what is shown and asks the server for the true state. */
export function reload(): void {
  $screen.set({ state: 'reading' })
  void refresh()
}

/** Asks the server how the booking stands and shows that. A failed question changes nothing that is already shown. */
export async function refresh(): Promise<void> {
  stopPolling()
  const isMine = startRequest()
  // Nothing is offered before it is known what there is; a server that does not say refuses what it does not take.
  const [answer] = await Promise.all([readBooking(), $site.get() ?? loadSite()])
  if (!isMine()) return
  if (answer?.ok) return applyDecision(getScreenForBooking(answer.value, $currentBooking.get()?.paymentId))
  if (!answer || answer.failure.code === 'not_found') return openTrial(isMine)
  if (['reading', 'unreadable'].includes($screen.get().state))
    showScreen({ state: 'unreadable', message: formatFailure(answer.failure) })
}

/** Without a booking, the edition without a server offers a trial payment instead. */
async function openTrial(isMine: () => boolean): Promise<void> {
  const trial = await ledger.startTrial()
  if (!isMine()) return
  // The screen hears of a new booking by itself.
  if (trial) setCurrentBooking(trial)
  else showScreen({ state: 'nothing' })
}

/** Somebody looks at the page again: what may have changed meanwhile is asked, what is under way is not disturbed. */
export async function refreshQuietly(from: PageReturn = 'elsewhere'): Promise<void> {
  const screen = $screen.get()
  switch (screen.state) {
    case 'pending':
      verifyNow()
      return
    case 'success':
      // Of a payment whose booking this browser may not open, nothing more can be read.
      if ($booking.get()) await refresh()
      return
    case 'card':
      // The page was left for the card's bank: its form has nobody to answer to any more.
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
    case 'nothing':
    case 'unreadable':
      await refresh()
  }
}

/** What somebody is at stays, be it a try that failed, unless the booking has been paid or ended meanwhile. */
async function replaceIfOutdated(): Promise<void> {
  const shown = $screen.get()
  const standing = await readDecisionUnlessPayable()
  if (standing && $screen.get() === shown && !isStillValid(shown, standing)) replaceScreen(standing)
}

/** The booking stands as it must while this is shown. */
function isStillValid(shown: PaymentScreen, standing: ScreenDecision): boolean {
  if (shown.state === 'card') return 'ask' in standing && standing.ask === shown.paymentId && standing.view !== 'staff'
  if (shown.state !== 'qr_payment' || !('show' in standing)) return false
  // A payer may send the receipt after the seats were released; and a clearer one, while staff check the first.
  const { show } = standing
  if (show.state !== 'success') return show.state === 'ended'
  const { status: current, paymentId } = show.receipt
  return current === 'late' || (current === 'received' && paymentId === shown.paymentId)
}

/** Others act too: staff decide, and the booking is paid in another tab or on another device. */
const REFRESH_INTERVAL_MS = 30_000
/** The customer has the mail open beside this page, or on a phone. */
const EMAIL_REFRESH_INTERVAL_MS = 4_000

/** Looks again at this pace while news would change what is shown; gives the way to stop. */
export function startAutoRefresh(): () => void {
  let stopped = false
  let callOff = () => {}
  const wait = (): void => {
    callOff()
    if (!stopped && needsRefresh($screen.get()))
      callOff = environment().later(() => void refreshQuietly().then(wait), getRefreshInterval($screen.get()))
  }
  const forget = $screen.listen(wait)
  return () => {
    stopped = true
    forget()
    callOff()
  }
}

const getRefreshInterval = ({ state }: PaymentScreen): number =>
  state === 'confirm_email' ? EMAIL_REFRESH_INTERVAL_MS : REFRESH_INTERVAL_MS

const needsRefresh = (screen: PaymentScreen): boolean =>
  screen.state === 'card' ||
  screen.state === 'qr_payment' ||
  screen.state === 'confirm_email' ||
  (screen.state === 'success' && screen.receipt.status === 'received')
