import type { BookingView } from '#contract/bookings.ts'
import { formatInstant } from '#domain/calendar.ts'
import { npr } from '#domain/money.ts'
import { type AttemptState, DESK_METHOD_LABELS, isDeskMethod } from '#domain/payment.ts'
import type { PaymentMethodContent } from '../PaymentMethods.tsx'

export type MethodName = Pick<PaymentMethodContent, 'id' | 'name'>

type HistoryEntry = BookingView['history'][number]

/** A refunded payment was still received: its refunds have their own rows. */
const PAYMENT_LABELS: Readonly<Record<AttemptState, string>> = {
  created: 'Payment started',
  pending: 'Payment not confirmed yet',
  confirmed: 'Paid',
  partly_refunded: 'Paid',
  refunded: 'Paid',
  mismatch: 'Payment being checked',
  failed: 'Payment failed',
  cancelled: 'Payment not completed',
  expired: 'Payment not completed',
}

const PURPOSES: Readonly<Record<Extract<HistoryEntry, { kind: 'payment' }>['purpose'], string>> = {
  booking: '',
  difference: ': extra cost of new dates',
  hours: ': meeting-room hours',
}

interface Props {
  booking: BookingView
  methods: readonly MethodName[]
}

/** Every payment and refund, oldest first. */
export function History({ booking, methods }: Props) {
  if (booking.history.length === 0) return null
  const findMethodName = (method: HistoryEntry['method']): string =>
    isDeskMethod(method) ? DESK_METHOD_LABELS[method] : (methods.find(({ id }) => id === method)?.name ?? method)
  return (
    <section className="break-inside-avoid" aria-labelledby="payments">
      <h2 className="display-3" id="payments">
        Payments and refunds
      </h2>
      <ol className="mt-2">
        {booking.history.map((entry, index) => {
          const { title, amount, details } = describeEntry(entry, findMethodName(entry.method))
          return (
            <li key={index} className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-b py-3">
              <b className="font-med">{title}</b>
              <span className="num font-med">{amount}</span>
              <span className="wrap-anywhere w-full text-ink-2 text-small">{details}</span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

function describeEntry(entry: HistoryEntry, method: string): { title: string; amount: string; details: string } {
  const amount = npr(entry.amount)
  if (entry.kind === 'refund') {
    const changed = entry.updatedAt === entry.at ? [] : [formatAt(entry.updatedAt)]
    const requested = entry.state === 'due' ? `since ${formatAt(entry.at)}` : `requested ${formatAt(entry.at)}`
    return { title: REFUND_TITLES[entry.state], amount, details: [method, requested, ...changed].join(' · ') }
  }
  const { state, purpose, transactionId, fee } = entry
  return {
    title: PAYMENT_LABELS[state] + PURPOSES[purpose],
    amount,
    details: [
      method,
      formatAt(entry.at),
      ...(fee > 0 ? [`includes the payment fee of ${npr(fee)}`] : []),
      ...(transactionId ? [`transaction ${transactionId}`] : []),
    ].join(' · '),
  }
}

const REFUND_TITLES: Readonly<Record<Extract<HistoryEntry, { kind: 'refund' }>['state'], string>> = {
  due: 'Refund due',
  requested: 'Refund requested',
  sent: 'Refund in progress',
  done: 'Refunded',
  failed: 'Refund failed',
}

const formatAt = (instant: string): string => formatInstant(Date.parse(instant))
