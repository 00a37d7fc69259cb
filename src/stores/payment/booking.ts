import { atom, computed } from 'nanostores'
import type { BookingView } from '#contract/bookings.ts'
import { type Outcome, succeed } from '#contract/failure.ts'
import type { BookingState } from '#domain/booking.ts'
import { DEFAULT_METHOD, type PaymentMethod } from '#domain/payment.ts'
import { isUnderReview } from '#domain/receipt/receipt.ts'
import { $currentBooking } from '../current-booking.ts'
import { environment } from '../environment.ts'
import { ledger } from '../ledger/index.ts'

/** The booking as last read. A change that waits for its payment is shown as a booking that is held for it. */
export const $booking = atom<BookingView | null>(null)

/** The payment whose receipt staff are checking; while there is one, no screen requests a payment. */
export const $underReview = computed($booking, (booking) => booking?.payments.find(isUnderReview))

/** Where the visitor goes back to without paying: the page of a booking that changes, else the wizard's last step. */
export const $bookingPath = computed($booking, (booking) => (booking?.change ? '/your-booking' : '/booking#step-4'))

export const $method = atom<PaymentMethod>(DEFAULT_METHOD)

/** Selects the first available method if the selected one is not available. */
export function selectAvailableMethod(): void {
  const available = $booking.get()?.methods.filter((offer) => offer.available) ?? []
  const [first] = available
  if (first && !available.some(({ id }) => id === $method.get())) $method.set(first.id)
}

/** Milliseconds to add to the browser's clock to get the server's. */
let clockOffset = 0

/** The server's time in milliseconds: a countdown must not trust the visitor's clock. */
export const getServerNow = (): number => environment().now() + clockOffset

/** Reads the stored booking; undefined if there is none or it was replaced while loading. */
export async function readBooking(): Promise<Outcome<BookingView> | undefined> {
  const credentials = $currentBooking.get()
  if (!credentials) return undefined
  const read = await ledger.read(credentials)
  if ($currentBooking.get()?.bookingId !== credentials.bookingId) return undefined
  const response = read.ok ? succeed(toPayableView(read.value)) : read
  if (response.ok && !isStale(response.value)) {
    clockOffset = Date.parse(response.value.now) - environment().now()
    $booking.set(response.value)
  }
  return response
}

function toPayableView(booking: BookingView): BookingView {
  const { change } = booking
  return change ? { ...booking, ...change, status: 'held', totalAmount: change.amount, extensionsLeft: 0 } : booking
}

/** Stores the state that the server returned with a receipt, in case the booking cannot be read again. */
export function recordReceipt(paymentId: string, status: BookingState): void {
  const booking = $booking.get()
  if (!booking) return
  const receiptAt = new Date(getServerNow()).toISOString()
  const payments = booking.payments.map((payment) =>
    payment.paymentId === paymentId ? { ...payment, receiptAt } : payment,
  )
  $booking.set({ ...booking, status, payments })
}

/** Responses can arrive out of order. */
function isStale({ bookingId, now }: BookingView): boolean {
  const current = $booking.get()
  return current?.bookingId === bookingId && current.now > now
}
