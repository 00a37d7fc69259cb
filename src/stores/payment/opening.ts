import { DEFAULT_METHOD } from '#domain/payment.ts'
import { messageOf } from '../api.ts'
import { forgetDraftOf } from '../booking/draft.ts'
import { environment } from '../environment.ts'
import { $handle, takeBooking } from '../handle.ts'
import { $booking, $method, readBooking, readWhatSiteOffers } from './booking.ts'
import { follow, standingBeyondTry, stopFollowing, take, verify } from './following.ts'
import { $returned, isReturnPage, readReturn } from './return.ts'
import { $screen, show, takeTurn } from './screen.ts'
import { standingOf } from './standing.ts'

/** Starts the payment screen at any of its addresses; gives the way to stop. */
export function openPayment(): () => void {
  $screen.set({ state: 'reading' })
  $booking.set(null)
  $method.set(DEFAULT_METHOD)
  void readWhatSiteOffers()
  takeFragment()
  const paymentId = takeReturn()
  if (!paymentId) void look()
  const stops = [
    environment().onReturn(lookAgain),
    // Another tab made a new booking: this one is about that booking now.
    $handle.listen((handle, before) => handle?.bookingId !== before?.bookingId && lookAnew()),
    $screen.listen(lookNowAndThen),
    $screen.listen(({ state }) => {
      const bookingId = $handle.get()?.bookingId
      if (state === 'success' && bookingId) forgetDraftOf(bookingId)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
    callOff()
    stopFollowing()
  }
}

/** Staff decide when they decide: while they have not, the booking is asked about at this pace. */
const STAFF_PAUSE_MS = 30_000
let callOff = () => {}

function lookNowAndThen(): void {
  callOff()
  if (isReceived()) callOff = environment().later(() => void lookQuietly(), STAFF_PAUSE_MS)
}

/** Nothing that somebody is doing here is disturbed while nothing has changed. */
async function lookQuietly(): Promise<void> {
  const answer = await readBooking()
  if (!isReceived()) return
  if (answer?.ok && answer.value.status !== 'pending_verification') void look()
  else lookNowAndThen()
}

function isReceived(): boolean {
  const screen = $screen.get()
  return screen.state === 'success' && screen.receipt.standing === 'received'
}

/** Forgets what is shown and asks the server for the true state. */
export function lookAnew(): void {
  $screen.set({ state: 'reading' })
  void look()
}

/** Asks the server how the booking stands and shows that. A failed question changes nothing that is already shown. */
export async function look(): Promise<void> {
  stopFollowing()
  const isMine = takeTurn()
  const answer = await readBooking()
  if (!isMine()) return
  if (answer?.ok) return take(standingOf(answer.value, $handle.get()?.paymentId))
  if (!answer || answer.failure.code === 'not_found') return show({ state: 'nothing' })
  if (['reading', 'unreadable'].includes($screen.get().state))
    show({ state: 'unreadable', message: messageOf(answer.failure) })
}

/** A try that failed says so until it is tried again, unless the booking has been paid or ended meanwhile. */
async function lookPastError(): Promise<void> {
  const isMine = takeTurn()
  const standing = await standingBeyondTry()
  if (!isMine() || !standing) return
  $screen.set({ state: 'reading' })
  take(standing)
}

/** A booking that the wizard could not keep comes in the fragment; the address lets go of it at once. */
function takeFragment(): void {
  const address = environment().address()
  if (!takeBooking(address.hash)) return
  address.hash = ''
  environment().showAddress(address, 'replace')
}

/** Takes a gateway's return out of the address and asks about the payment it names. */
function takeReturn(): string | undefined {
  const address = environment().address()
  const found = readReturn(address)
  if (found) {
    $returned.set(found.paymentId)
    address.search = ''
    environment().showAddress(address, 'replace')
    follow(found.paymentId, 'checking', found.hints)
    return found.paymentId
  }
  const remembered = isReturnPage(address) ? ($returned.get() ?? $handle.get()?.paymentId) : undefined
  if (remembered) follow(remembered, 'checking')
  return remembered
}

/** Somebody looks at the page again: what may have changed meanwhile is asked, what is under way is not. */
function lookAgain(): void {
  const screen = $screen.get()
  switch (screen.state) {
    case 'pending':
      verify()
      return
    case 'success':
      // Of a payment whose booking this browser may not open, nothing more can be read.
      if ($booking.get()) void look()
      return
    case 'error':
      void lookPastError()
      return
    case 'card':
      // Back from a page of the card's bank: what was begun there is asked about.
      if (screen.paying) follow(screen.paymentId, 'checking')
      return
    case 'selecting':
    case 'ended':
    case 'nothing':
    case 'unreadable':
      void look()
  }
}
