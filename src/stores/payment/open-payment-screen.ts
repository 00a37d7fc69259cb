import { DEFAULT_METHOD } from '#domain/payment.ts'
import {
  $currentBooking,
  persistCurrentBooking,
  restoreBookingFromFragment,
  saveBookingToHistory,
} from '../current-booking.ts'
import { environment } from '../environment.ts'
import { $booking, $method, loadSite, readBooking } from './booking.ts'
import { $returnedPaymentId, isReturnPage, parseGatewayReturn } from './gateway-return.ts'
import { pollPayment, stopPolling } from './poll-payment.ts'
import { refresh, refreshQuietly, reload, startAutoRefresh } from './refresh.ts'
import { $screen, type PaymentScreen } from './screen.ts'

/** Starts the payment screen at any of its addresses; gives the way to stop. */
export function openPaymentScreen(): () => void {
  $screen.set({ state: 'reading' })
  $booking.set(null)
  $method.set(DEFAULT_METHOD)
  applyFragment()
  const stops = [
    persistCurrentBooking(),
    $booking.listen(saveBookingToHistory),
    environment().onReturn((from) => void refreshQuietly(from)),
    // A link to pay that is opened where this page is open changes its address alone.
    environment().onAddressChange(applyFragment),
    // Another tab made a new booking: this one is about that booking now.
    $currentBooking.listen((handle, before) => handle?.bookingId !== before?.bookingId && reload()),
    startAutoRefresh(),
    $screen.listen(resetPaidDraft),
  ]
  if (applyReturn()) void loadSite()
  else void refresh()
  return () => {
    for (const stop of stops) stop()
    stopPolling()
  }
}

/** Clears the wizard once the booking is paid or waits for staff: a second one from the same draft would be a mistake. */
function resetPaidDraft(screen: PaymentScreen): void {
  const bookingId = $currentBooking.get()?.bookingId
  if (screen.state !== 'success' || !bookingId) return
  if (screen.receipt.status === 'late') return
  // The wizard's rules and prices are of no use to who pays. Where they do not come, its choices stay: nothing is lost.
  import('../booking/draft.ts').then(
    ({ resetDraftOf }) => resetDraftOf(bookingId),
    () => {},
  )
}

/** A booking that the wizard could not keep comes in the fragment; the address lets go of it at once. */
function applyFragment(): void {
  const address = environment().address()
  if (!restoreBookingFromFragment(address.hash)) return
  address.hash = ''
  environment().showAddress(address, 'replace')
}

/** Takes a gateway's return out of the address and asks about the payment it names; false where it names none. */
export function applyReturn(): boolean {
  const address = environment().address()
  const found = parseGatewayReturn(address)
  if (found) {
    $returnedPaymentId.set(found.paymentId)
    address.search = ''
    environment().showAddress(address, 'replace')
    pollPayment(found.paymentId, 'checking', found.hints)
    return true
  }
  const remembered = isReturnPage(address) ? ($returnedPaymentId.get() ?? $currentBooking.get()?.paymentId) : undefined
  if (remembered) void resumeReturn(remembered)
  return remembered !== undefined
}

/** After a reload of a return address: a booking made since then has no such payment and is shown instead. */
async function resumeReturn(paymentId: string): Promise<void> {
  const answer = await readBooking()
  const isOther = answer?.ok && !answer.value.payments.some((payment) => payment.paymentId === paymentId)
  if (!isOther) return pollPayment(paymentId, 'checking')
  $returnedPaymentId.set(null)
  await refresh()
}
