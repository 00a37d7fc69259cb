import { DEFAULT_METHOD } from '#domain/payment.ts'
import { environment } from '../environment.ts'
import { $handle, keepHandle, noteHandle, takeBooking } from '../handle.ts'
import { $booking, $method, readBooking, readWhatSiteOffers } from './booking.ts'
import { follow, stopFollowing } from './following.ts'
import { keepLooking, look, lookAgain, lookAnew } from './looking.ts'
import { $returned, isReturnPage, readReturn } from './return.ts'
import { $screen, type PaymentScreen } from './screen.ts'

/** Starts the payment screen at any of its addresses; gives the way to stop. */
export function openPayment(): () => void {
  $screen.set({ state: 'reading' })
  $booking.set(null)
  $method.set(DEFAULT_METHOD)
  takeFragment()
  const stops = [
    keepHandle(),
    $booking.listen(noteHandle),
    environment().onReturn((from) => void lookAgain(from)),
    // A link to pay that is opened where this page is open changes its address alone.
    environment().onAddressChange(takeFragment),
    // Another tab made a new booking: this one is about that booking now.
    $handle.listen((handle, before) => handle?.bookingId !== before?.bookingId && lookAnew()),
    keepLooking(),
    $screen.listen(forgetDraft),
  ]
  if (takeReturn()) void readWhatSiteOffers()
  else void look()
  return () => {
    for (const stop of stops) stop()
    stopFollowing()
  }
}

/** Clears the wizard once the booking is paid or waits for staff: a second one from the same draft would be a mistake. */
function forgetDraft(screen: PaymentScreen): void {
  const bookingId = $handle.get()?.bookingId
  if (screen.state !== 'success' || !bookingId) return
  if (screen.receipt.standing === 'late') return
  // The wizard's rules and prices are of no use to who pays. Where they do not come, its choices stay: nothing is lost.
  import('../booking/draft.ts').then(
    ({ forgetDraftOf }) => forgetDraftOf(bookingId),
    () => {},
  )
}

/** A booking that the wizard could not keep comes in the fragment; the address lets go of it at once. */
function takeFragment(): void {
  const address = environment().address()
  if (!takeBooking(address.hash)) return
  address.hash = ''
  environment().showAddress(address, 'replace')
}

/** Takes a gateway's return out of the address and asks about the payment it names; false where it names none. */
export function takeReturn(): boolean {
  const address = environment().address()
  const found = readReturn(address)
  if (found) {
    $returned.set(found.paymentId)
    address.search = ''
    environment().showAddress(address, 'replace')
    follow(found.paymentId, 'checking', found.hints)
    return true
  }
  const remembered = isReturnPage(address) ? ($returned.get() ?? $handle.get()?.paymentId) : undefined
  if (remembered) void resumeReturn(remembered)
  return remembered !== undefined
}

/** After a reload of a return address: a booking made since then has no such payment and is shown instead. */
async function resumeReturn(paymentId: string): Promise<void> {
  const answer = await readBooking()
  const isOther = answer?.ok && !answer.value.payments.some((payment) => payment.paymentId === paymentId)
  if (!isOther) return follow(paymentId, 'checking')
  $returned.set(null)
  await look()
}
