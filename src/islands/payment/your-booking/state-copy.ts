import type { BookingView } from '#contract/bookings.ts'
import { holdsSeats } from '#domain/booking.ts'
import { formatDate, formatInstant, formatLongDate, kathmanduDate, parseIsoDate } from '#domain/calendar.ts'
import { npr, type Paisa, sum } from '#domain/money.ts'
import { isInstantMethod, isOpenAttempt, isPaid } from '#domain/payment.ts'
import { isOpenRefund } from '#domain/refund.ts'
import { yourSeats } from '#domain/your-seats.ts'
import { describeClosedPass, mustMovePass } from './closed-pass.ts'

interface StateCopy {
  edge: 'border-t-pipal-fill' | 'border-t-marigold' | 'border-t-line-3'
  tag: string
  tagClass: string
  heading: string
  text: string
}

const waits = { edge: 'border-t-marigold', tagClass: 'tag-wait' } as const
const ended = { edge: 'border-t-line-3', tagClass: '' } as const

/** A refund waits for the customer's account. */
export const needsRefundAccount = ({ actions, refundAccount }: BookingView): boolean =>
  actions.refundAccount && refundAccount === null

/** New dates that are held; the old ones are confirmed until they are paid. */
export const hasUnpaidMove = ({ change }: BookingView): boolean =>
  change?.kind === 'move' && !isAmountInQuestion(change)

/** Staff check a payment of another amount than that of the change. */
export const isAmountInQuestion = ({ payments }: NonNullable<BookingView['change']>): boolean =>
  payments.some(({ state }) => state === 'mismatch')

/** Staff check a payment of another amount than that of the booking. */
export const hasAmountInQuestion = ({ history }: BookingView): boolean =>
  history.some((entry) => entry.kind === 'payment' && entry.state === 'mismatch')

const isHoldOver = ({ status, expiresAt, now }: BookingView): boolean =>
  status === 'held' && (expiresAt === null || expiresAt <= now)

/** Its seats are released. */
export const hasEnded = (booking: BookingView): boolean =>
  booking.status === 'cancelled' || booking.status === 'expired' || isHoldOver(booking)

/** Whether the customer still has days to come to. */
export const isExpected = (booking: BookingView): boolean =>
  holdsSeats(booking.status) && !isHoldOver(booking) && booking.endDate >= kathmanduDate(Date.parse(booking.now))

/** A booking's state in words, by the server's clock. */
export function describeState(booking: BookingView): StateCopy {
  const { status, expiresAt, now, seats, unpayable } = booking
  switch (status) {
    case 'held':
      if (expiresAt === null || expiresAt <= now) return describeHoldEnd(booking)
      return unpayable === undefined
        ? {
            ...waits,
            tag: 'Not paid yet',
            heading: 'Complete your payment',
            text: `${yourSeats(seats, 'is')} held until ${formatInstant(Date.parse(expiresAt))} (Kathmandu time). ${describeCharge(booking)}`,
          }
        : { ...waits, tag: 'Closed on your first day', heading: 'Choose another day', text: unpayable }
    case 'pending_verification':
      return {
        ...waits,
        tag: seats > 1 ? 'Seats held' : 'Seat held',
        heading: 'Booking received',
        text: `We are waiting for your payment or checking it. ${yourSeats(seats, 'is')} held, and we email you when your booking is confirmed.`,
      }
    case 'confirmed':
      return describeConfirmed(booking)
    case 'needs_decision':
      return {
        ...waits,
        tag: 'We will write to you',
        heading: 'Payment received',
        text: `${yourSeats(seats, 'was')} released before your payment arrived. We will move your booking or refund you.`,
      }
    case 'cancelled':
      return needsRefundAccount(booking)
        ? {
            ...waits,
            tagClass: ended.tagClass,
            tag: 'Cancelled',
            heading: `Where should we send your ${npr(sumRefunds(booking, (state) => state === 'due'))}?`,
            text: 'This booking was cancelled. Enter the account for your refund. We email you when it is sent.',
          }
        : { ...ended, tag: 'Cancelled', heading: 'This booking was cancelled', text: describeRefund(booking) }
    case 'expired':
      return describeHoldEnd(booking)
  }
}

const describeHoldEnd = (booking: BookingView): StateCopy => ({
  ...ended,
  tag: 'Hold ended',
  heading: 'Your hold has expired',
  text: `${yourSeats(booking.seats, 'was')} released, because we did not receive your payment in time. ${
    findOpenAttempt(booking)
      ? 'If your payment still arrives, we move your booking or refund you.'
      : 'You have not been charged.'
  } Book again to continue.`,
})

export const findOpenAttempt = ({ payments }: BookingView) => payments.find(({ state }) => isOpenAttempt(state))

/** Of a booking that is not paid. */
function describeCharge(booking: BookingView): string {
  const attempt = findOpenAttempt(booking)
  if (!attempt) return 'You have not been charged.'
  const text = 'We have not received the payment that you started. If money has left your account, do not pay again: '
  return `${text}${isInstantMethod(attempt.method) ? 'it arrives here within minutes.' : 'continue to the payment and send the receipt.'}`
}

function describeConfirmed(booking: BookingView): StateCopy {
  const { startDate, endDate, originalEndDate, now } = booking
  const today = kathmanduDate(Date.parse(now))
  const [first, last] = [parseIsoDate(startDate), parseIsoDate(endDate)]
  if (originalEndDate !== null && last)
    return {
      ...ended,
      tag: 'Cancelled',
      heading: 'The rest of this booking was cancelled',
      text: `Your last day is ${formatLongDate(last)}.`,
    }
  if (mustMovePass(booking))
    return {
      ...waits,
      tag: 'Closed on your day',
      heading: 'Choose another day',
      text: describeClosedPass(booking),
    }
  if (hasUnpaidMove(booking))
    return {
      ...waits,
      tag: 'Not paid yet',
      heading: 'Your new dates are not paid yet',
      text: 'Your booking moves when you have paid. Until then it stays confirmed for its old dates.',
    }
  if (endDate < today)
    return {
      ...ended,
      tag: 'Over',
      heading: 'This booking is over',
      text: `Its last day was ${last ? formatDate(last) : endDate}. We hope to see you again.`,
    }
  return {
    edge: 'border-t-pipal-fill',
    tag: 'Confirmed',
    tagClass: 'tag-ok',
    heading: startDate > today ? 'Your booking is confirmed' : 'Your booking is active',
    text:
      startDate > today && first ? `See you on ${formatLongDate(first)}.` : 'You can come in during the hours below.',
  }
}

type RefundState = Extract<BookingView['history'][number], { kind: 'refund' }>['state']

export const isUnsentRefund = (state: RefundState): boolean => state === 'due' || isOpenRefund(state)

export const sumRefunds = ({ history }: BookingView, isCounted: (state: RefundState) => boolean): Paisa =>
  sum(history.flatMap((entry) => (entry.kind === 'refund' && isCounted(entry.state) ? [entry.amount] : [])))

function describeRefund(booking: BookingView): string {
  const { history, seats } = booking
  const waiting = sumRefunds(booking, isUnsentRefund)
  const done = sumRefunds(booking, (state) => state === 'done')
  if (waiting > 0) return `We refund ${npr(waiting)}. We email you when it is sent.`
  if (done > 0) return `We have refunded ${npr(done)}.`
  const released = `${yourSeats(seats, 'was')} released.`
  if (hasAmountInQuestion(booking)) return `${released} We are checking your payment.`
  return history.some((entry) => entry.kind === 'payment' && isPaid(entry.state))
    ? `${released} There is no refund, because the time for a free cancellation was over.`
    : `${released} You have not been charged.`
}
