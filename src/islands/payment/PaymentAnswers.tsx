import { useStore } from '@nanostores/react'
import { ArrowRight, CircleHelp, Clock, type LucideIcon, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatInstant, kathmanduDate, kathmanduTime } from '#domain/calendar.ts'
import { yourSeats } from '#domain/your-seats.ts'
import { $booking } from '#stores/payment/booking.ts'
import { STATUS_MESSAGE_ID } from './screen-focus.ts'

interface Props {
  charged: ReactNode
  /** Money may have left the payer's account. */
  isUnknown?: boolean | undefined
  /** By default until when the booking is held. */
  seat?: ReactNode
  next: ReactNode
}

/** What every payer asks when a payment does not go through, always in this order. */
export function PaymentAnswers({ charged, isUnknown = false, seat, next }: Props) {
  const held = useHeldUntil()
  return (
    <dl className="my-5 max-w-measure text-pretty border-ink border-t-2 text-body" id={STATUS_MESSAGE_ID}>
      <Answer
        question="Were you charged?"
        icon={isUnknown ? CircleHelp : ShieldCheck}
        color={isUnknown ? 'text-marigold-ink' : 'text-pipal'}
      >
        {charged}
      </Answer>
      {(seat ?? held) && (
        <Answer question="Is your seat held?" icon={Clock}>
          {seat ?? held}
        </Answer>
      )}
      <Answer question="What now?" icon={ArrowRight}>
        {next}
      </Answer>
    </dl>
  )
}

interface AnswerProps {
  question: string
  icon: LucideIcon
  color?: string
  children: ReactNode
}

const Answer = ({ question, icon: Icon, color = 'text-ink-3', children }: AnswerProps) => (
  <div className="grid grid-cols-answers gap-x-5 border-line border-b py-3 max-sm:grid-cols-1">
    <dt className="pt-0.5 text-ink-3 text-small">{question}</dt>
    <dd className="flex gap-2.5">
      <Icon className={`icon mt-0.5 ${color}`} />
      <span className="min-w-0">{children}</span>
    </dd>
  </div>
)

/** In Kathmandu time, with the date on another day. */
function useHeldUntil(): string | undefined {
  const booking = useStore($booking)
  if (!booking || booking.trial || booking.status !== 'held' || !booking.expiresAt) return undefined
  const { seats, expiresAt, now, change } = booking
  const [end, current] = [Date.parse(expiresAt), Date.parse(now)]
  if (end <= current) return `No. ${yourSeats(seats, 'was')} released.`
  const until = kathmanduDate(end) === kathmanduDate(current) ? kathmanduTime(end) : formatInstant(end)
  return change?.kind === 'hours' ? `You can pay until ${until}.` : `Yes, until ${until}.`
}
