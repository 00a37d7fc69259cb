import { DEFAULT_METHOD } from '#domain/payment.ts'
import {
  $currentBooking,
  $returnedPaymentId,
  persistCurrentBooking,
  restoreBookingFromFragment,
  saveBookingToHistory,
} from '../current-booking.ts'
import { environment } from '../environment.ts'
import { loadSite } from '../site.ts'
import { $booking, $method } from './booking.ts'
import { isReturnPage, parseGatewayReturn } from './gateway-return.ts'
import { pollPayment, stopPolling } from './poll-payment.ts'
import { refresh, refreshQuietly, reload, startAutoRefresh } from './refresh.ts'
import { $screen, type PaymentScreen } from './screen.ts'

/** Starts the payment screen on any of its URLs. Returns a function that stops it. */
export function openPaymentScreen(): () => void {
  $screen.set({ state: 'initial' })
  $booking.set(null)
  $method.set(DEFAULT_METHOD)
  applyFragment()
  const stops = [
    persistCurrentBooking(),
    $booking.listen(saveBookingToHistory),
    environment().onReturn((from) => void refreshQuietly(from)),
    // Opening a payment link on this page changes only the fragment.
    environment().onAddressChange(applyFragment),
    // Another tab may have placed a new booking.
    $currentBooking.listen((credentials, before) => credentials?.bookingId !== before?.bookingId && reload()),
    startAutoRefresh(),
    $screen.listen(resetPaidDraft),
  ]
  if ($currentBooking.get()) $screen.set({ state: 'loading' })
  if (applyReturn()) void loadSite()
  else void refresh()
  return () => {
    for (const stop of stops) stop()
    stopPolling()
  }
}

/** Clears the wizard once the booking is paid or under review, to prevent a duplicate. */
function resetPaidDraft(screen: PaymentScreen): void {
  const bookingId = $currentBooking.get()?.bookingId
  if (screen.state !== 'success' || !bookingId) return
  if (screen.result.status === 'late') return
  // Imported only here, because the payment screen does not need the wizard; if it fails, the choices stay.
  import('../booking/draft.ts').then(
    ({ resetDraftOf }) => resetDraftOf(bookingId),
    () => {},
  )
}

/** Reads a booking from the fragment, and removes it from the address. */
function applyFragment(): void {
  const address = environment().address()
  if (!restoreBookingFromFragment(address.hash)) return
  address.hash = ''
  environment().showAddress(address, 'replace')
}

/** Reads a gateway's return URL and verifies its payment; false if the URL names none. */
export function applyReturn(): boolean {
  const address = environment().address()
  const returned = parseGatewayReturn(address)
  if (returned) {
    $returnedPaymentId.set(returned.paymentId)
    address.search = ''
    environment().showAddress(address, 'replace')
    pollPayment(returned.paymentId, 'checking', returned.parameters)
    return true
  }
  const storedPaymentId = isReturnPage(address)
    ? ($returnedPaymentId.get() ?? $currentBooking.get()?.paymentId)
    : undefined
  if (storedPaymentId) pollPayment(storedPaymentId, 'checking')
  return storedPaymentId !== undefined
}
