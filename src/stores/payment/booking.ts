import { atom, computed } from 'nanostores'
import type { BookingView } from '#contract/bookings.ts'
import type { Outcome } from '#contract/failure.ts'
import type { BookingState } from '#domain/booking.ts'
import { DEFAULT_METHOD, type PaymentMethod } from '#domain/payment.ts'
import { isUnderReview } from '#domain/receipt/receipt.ts'
import { $currentBooking } from '../current-booking.ts'
import { environment } from '../environment.ts'
import { ledger } from '../ledger/index.ts'

export { $site, loadSite } from '../site.ts'

/** The booking at hand as it was read last. */
export const $booking = atom<BookingView | null>(null)

/** The payment whose receipt staff are checking. While there is one, no screen asks for money. */
export const $underReview = computed($booking, (booking) => booking?.payments.find(isUnderReview))

export const $method = atom<PaymentMethod>(DEFAULT_METHOD)

/** Selects the first method that the booking can be paid by, where the selected one is not available. */
export function selectAvailableMethod(): void {
  const available = $booking.get()?.methods.filter((offer) => offer.available) ?? []
  const [first] = available
  if (first && !available.some(({ id }) => id === $method.get())) $method.set(first.id)
}

/** What is added to the browser's clock to get the server's, in milliseconds. */
let clockOffset = 0

/** The server's time, in milliseconds: a countdown must not trust the visitor's clock. */
export const getServerNow = (): number => environment().now() + clockOffset

/** Reads the booking that this browser remembers; undefined where it remembers none, or another one by now. */
export async function readBooking(): Promise<Outcome<BookingView> | undefined> {
  const handle = $currentBooking.get()
  if (!handle) return undefined
  const answer = await ledger.read(handle)
  if ($currentBooking.get()?.bookingId !== handle.bookingId) return undefined
  if (answer.ok && !isStale(answer.value)) {
    clockOffset = Date.parse(answer.value.now) - environment().now()
    $booking.set(answer.value)
  }
  return answer
}

/** Records what the server said on storing a receipt, so that the booking shows it even if it cannot be read again. */
export function recordReceipt(paymentId: string, status: BookingState): void {
  const booking = $booking.get()
  if (!booking) return
  const receiptAt = new Date(getServerNow()).toISOString()
  const payments = booking.payments.map((known) => (known.paymentId === paymentId ? { ...known, receiptAt } : known))
  $booking.set({ ...booking, status, payments })
}

/** Answers may overtake each other. */
function isStale({ bookingId, now }: BookingView): boolean {
  const shown = $booking.get()
  return shown?.bookingId === bookingId && shown.now > now
}
