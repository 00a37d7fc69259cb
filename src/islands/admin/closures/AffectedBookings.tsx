import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import type { AffectedBooking, ClosureList } from '#contract/admin/closures.ts'
import { formatDate, formatRange, kathmanduDate } from '#domain/calendar.ts'
import { countRangeDays, type DateRange, earlier, later } from '#domain/date-range.ts'
import { npr } from '#domain/money.ts'
import { LinkButton, QuietButton } from '#islands/ui/buttons.tsx'
import { $caseAction, markHandled } from '#stores/admin/closures/cases.ts'
import { proposeRefund } from '#stores/admin/payments/edit.ts'
import { now } from '#stores/clock.ts'
import { Alert } from '../../ui/Alert.tsx'
import { formatCount } from '../format-count.ts'
import { formatPlan } from '../format-plan.ts'
import { EmptyState } from '../load-states.tsx'
import { AffectedRow } from './AffectedRow.tsx'
import { formatDays } from './labels.ts'

interface Props {
  list: ClosureList
  locations: Readonly<Record<string, string>>
}

/** Bookings on closed days that staff have not dealt with, by closure. */
export function AffectedBookings({ list, locations }: Props) {
  const { handled, busy, problem } = useStore($caseAction)
  const { affected, handled: done } = list
  // A case is listed after its days too.
  const closures = [...list.closures, ...list.past]
  const status = useRef<HTMLParagraphElement>(null)
  const lastHandled = useRef(handled)
  // The button of a booking is gone once it is done.
  useEffect(() => {
    if (lastHandled.current !== handled && document.activeElement === document.body) status.current?.focus()
    lastHandled.current = handled
  }, [handled])
  return (
    <section aria-labelledby="closure-bookings" className="pb-4">
      <div className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 py-2">
        <h2 id="closure-bookings" className="heading-4">
          Bookings on closed days
        </h2>
        <p className="flex items-center gap-x-4 focus:outline-none" role="status" tabIndex={-1} ref={status}>
          {handled && (
            <>
              <span className="wrap-anywhere">Marked as done: {handled.customerName}.</span>
              <QuietButton busy={busy} onClick={() => void markHandled(handled, false)}>
                Undo
              </QuietButton>
            </>
          )}
        </p>
      </div>
      <Alert problem={problem} />
      {affected.length === 0 ? (
        <EmptyState title="No bookings left to move or refund." isPart>
          Bookings on a day that you close appear here.
        </EmptyState>
      ) : (
        <p className="soft pb-3">“Mark as done” only removes a booking from this list.</p>
      )}
      {[...Map.groupBy(affected, ({ closureId }) => closureId)].map(([closureId, cases]) => {
        const closure = closures.find(({ id }) => id === closureId)
        const openCount = cases.filter((booking) => getTask(booking) !== 'none').length
        const doneCount = done.find((each) => each.closureId === closureId)?.bookings ?? 0
        return (
          <div key={closureId} className="pb-4">
            <h3 className="stretch-name border-ledge border-t-2 pt-3 pb-1 font-strong text-row-heading">
              {cases[0]?.reason}
              {closure && <span className="num">, {formatDays(closure)}</span>}
              {openCount > 0 && (
                <span className="mute num">
                  : {doneCount} of {formatCount(doneCount + openCount, 'booking')} done
                </span>
              )}
            </h3>
            {closure && <DaySheetLinks cases={cases} closure={closure} locations={locations} />}
            {TASKS.map((task) => (
              <TaskGroup key={task} task={task} bookings={cases.filter((booking) => getTask(booking) === task)} />
            ))}
          </div>
        )
      })}
    </section>
  )
}

interface DaySheetLinksProps {
  cases: readonly AffectedBooking[]
  closure: DateRange
  locations: Readonly<Record<string, string>>
}

/**
 * A day sheet writes to everyone who is booked on that day, from today on, so that there is one for the first closed day
 * of each booking.
 */
function DaySheetLinks({ cases, closure, locations }: DaySheetLinksProps) {
  const from = later(closure.from, kathmanduDate(now()))
  const links = cases.flatMap(({ locationId, startDate, endDate }) => {
    const date = later(from, startDate)
    if (date > earlier(closure.to, endDate)) return []
    return {
      href: `/admin/day-sheet?${new URLSearchParams({ location: locationId, date })}`,
      text: `Email everyone who comes to ${locations[locationId] ?? locationId} on ${formatDate(date, false)}`,
    }
  })
  if (links.length === 0) return null
  return (
    <p className="flex flex-wrap gap-x-4">
      {[...Map.groupBy(links, ({ href }) => href)].map(([href, [link]]) => (
        <a key={href} className="link min-h-11" href={href}>
          {link?.text}
        </a>
      ))}
    </p>
  )
}

const TASKS = ['refund', 'change', 'none'] as const
type Task = (typeof TASKS)[number]

const TASK_LABELS: Readonly<Record<Task, string>> = {
  refund: 'Refund the closed days',
  change: 'Move or cancel',
  none: 'Nothing to do',
}

function getTask(booking: AffectedBooking): Task {
  if (booking.isUsed) return 'none'
  return getProposedRefund(booking) ? 'refund' : 'change'
}

function TaskGroup({ task, bookings }: { task: Task; bookings: readonly AffectedBooking[] }) {
  if (bookings.length === 0) return null
  return (
    <>
      <h4 className="border-line border-b pt-3 pb-2 font-strong">
        {TASK_LABELS[task]} <span className="mute num">{bookings.length}</span>
      </h4>
      <ul>
        {bookings.map((booking) => (
          <AffectedBookingItem key={booking.bookingId} booking={booking} />
        ))}
      </ul>
    </>
  )
}

function AffectedBookingItem({ booking }: { booking: AffectedBooking }) {
  const { busy } = useStore($caseAction)
  const { bookingId, customerName, email, phone, locationName, startDate, endDate } = booking
  const bookingUrl = `/admin/bookings?open=${encodeURIComponent(bookingId)}`
  const title = (
    <>
      <a className="inline-block min-h-6 font-strong" href={bookingUrl}>
        {customerName}
      </a>
      , {formatPlan(booking)}, <span className="whitespace-nowrap">{locationName}</span>
    </>
  )
  const days = (
    <>
      {formatRange(startDate, endDate)} <span className="mute block text-label">{describeProposal(booking)}</span>
    </>
  )
  if (booking.isUsed) return <AffectedRow title={title} days={days} />
  return (
    <AffectedRow
      title={title}
      days={days}
      contact={{
        ...{ name: customerName, phone, email },
        message: `Hello ${customerName}, ${locationName} is closed during your booking ${bookingId} (${booking.reason}): `,
      }}
    >
      {renderRefundLink(booking) ?? (
        <a className="button button-quiet button-small" href={bookingUrl}>
          Move or cancel<span className="visually-hidden">: {customerName}</span>
        </a>
      )}
      <LinkButton
        className="link min-h-11"
        aria-disabled={busy || undefined}
        onClick={() => void markHandled(booking, true)}
      >
        Mark as done<span className="visually-hidden">: {customerName}</span>
      </LinkButton>
    </AffectedRow>
  )
}

/** What staff may refund, and from which payment; null without a proposal. */
function getProposedRefund({ state, goodwill, payment }: AffectedBooking) {
  return state === 'confirmed' && goodwill && payment ? { amount: goodwill, paymentId: payment.paymentId } : null
}

/** It opens the payment with the proposed refund, which does not cancel the booking; null without a proposal. */
function renderRefundLink(booking: AffectedBooking) {
  const refund = getProposedRefund(booking)
  if (!refund) return null
  const { amount, paymentId } = refund
  return (
    <a
      className="button button-quiet button-small"
      href={`/admin/payments?open=${encodeURIComponent(paymentId)}`}
      onClick={() => proposeRefund(paymentId, { amount, reason: `Closed: ${booking.reason}` })}
    >
      Review refund<span className="visually-hidden">: {booking.customerName}</span>
    </a>
  )
}

function describeProposal(booking: AffectedBooking): string {
  const { state, goodwill, isUsed, startDate, endDate, closedDays, payment } = booking
  if (state === 'pending_verification') return 'The payment is not verified yet.'
  if (state !== 'confirmed') return 'Not paid yet.'
  if (isUsed) return 'The day pass was used on this day.'
  if (goodwill === null) return 'The customer can move it for free or cancel for a full refund.'
  const days = formatCount(countRangeDays({ from: startDate, to: endDate }), 'day')
  const refunded = payment && payment.refunded > 0 ? ` Refunded before: ${npr(payment.refunded)}.` : ''
  return `Proposed: ${npr(goodwill)} for ${closedDays} of ${days}.${refunded}`
}
