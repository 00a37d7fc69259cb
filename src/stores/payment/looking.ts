import { messageOf } from '../api.ts'
import { environment, type Return } from '../environment.ts'
import { $handle, rememberBooking } from '../handle.ts'
import { ledger } from '../ledger/index.ts'
import { $booking, $site, readBooking, readWhatSiteOffers } from './booking.ts'
import { follow, overtake, standingBeyondTry, stopFollowing, take, verify } from './following.ts'
import { $screen, type PaymentScreen, show, takeTurn } from './screen.ts'
import { type Standing, standingOf } from './standing.ts'

/** Forgets what is shown and asks the server for the true state. */
export function lookAnew(): void {
  $screen.set({ state: 'reading' })
  void look()
}

/** Asks the server how the booking stands and shows that. A failed question changes nothing that is already shown. */
export async function look(): Promise<void> {
  stopFollowing()
  const isMine = takeTurn()
  // Nothing is offered before it is known what there is; a server that does not say refuses what it does not take.
  const [answer] = await Promise.all([readBooking(), $site.get() ?? readWhatSiteOffers()])
  if (!isMine()) return
  if (answer?.ok) return take(standingOf(answer.value, $handle.get()?.paymentId))
  if (!answer || answer.failure.code === 'not_found') return tryOut(isMine)
  if (['reading', 'unreadable'].includes($screen.get().state))
    show({ state: 'unreadable', message: messageOf(answer.failure) })
}

/** Without a booking, the edition without a server offers a trial payment instead. */
async function tryOut(isMine: () => boolean): Promise<void> {
  const trial = await ledger.trial()
  if (!isMine()) return
  // The screen hears of a new booking by itself.
  if (trial) rememberBooking(trial)
  else show({ state: 'nothing' })
}

/** Somebody looks at the page again: what may have changed meanwhile is asked, what is under way is not disturbed. */
export async function lookAgain(from: Return = 'elsewhere'): Promise<void> {
  const screen = $screen.get()
  switch (screen.state) {
    case 'pending':
      verify()
      return
    case 'success':
      // Of a payment whose booking this browser may not open, nothing more can be read.
      if ($booking.get()) await look()
      return
    case 'card':
      // The page was left for the card's bank: its form has nobody to answer to any more.
      if (screen.paying && from === 'cache') follow(screen.paymentId, 'checking')
      else await lookPast()
      return
    case 'qr_payment':
    case 'confirm_email':
    case 'error':
      await lookPast()
      return
    case 'selecting':
    case 'ended':
    case 'nothing':
    case 'unreadable':
      await look()
  }
}

/** What somebody is at stays, be it a try that failed, unless the booking has been paid or ended meanwhile. */
async function lookPast(): Promise<void> {
  const shown = $screen.get()
  const standing = await standingBeyondTry()
  if (standing && $screen.get() === shown && !isStill(shown, standing)) overtake(standing)
}

/** The booking stands as it must while this is shown. */
function isStill(shown: PaymentScreen, standing: Standing): boolean {
  if (shown.state === 'card') return 'ask' in standing && standing.ask === shown.paymentId && standing.view !== 'staff'
  if (shown.state !== 'qr_payment' || !('show' in standing)) return false
  // A payer may send the receipt after the seats were released; and a clearer one, while staff check the first.
  const { show } = standing
  if (show.state !== 'success') return show.state === 'ended'
  const { standing: current, paymentId } = show.receipt
  return current === 'late' || (current === 'received' && paymentId === shown.paymentId)
}

/** Others act too: staff decide, and the booking is paid in another tab or on another device. */
const PAUSE_MS = 30_000
/** The customer has the mail open beside this page, or on a phone. */
const EMAIL_PAUSE_MS = 4_000

/** Looks again at this pace while news would change what is shown; gives the way to stop. */
export function keepLooking(): () => void {
  let stopped = false
  let callOff = () => {}
  const wait = (): void => {
    callOff()
    if (!stopped && awaitsNews($screen.get()))
      callOff = environment().later(() => void lookAgain().then(wait), pauseOn($screen.get()))
  }
  const forget = $screen.listen(wait)
  return () => {
    stopped = true
    forget()
    callOff()
  }
}

const pauseOn = ({ state }: PaymentScreen): number => (state === 'confirm_email' ? EMAIL_PAUSE_MS : PAUSE_MS)

const awaitsNews = (screen: PaymentScreen): boolean =>
  screen.state === 'card' ||
  screen.state === 'qr_payment' ||
  screen.state === 'confirm_email' ||
  (screen.state === 'success' && screen.receipt.standing === 'received')
