import { useStore } from '@nanostores/react'
import { CalendarSync, CircleCheck, Clock } from 'lucide-react'
import { type SubmitEvent, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { BookingView } from '#contract/bookings.ts'
import { formatInstant } from '#domain/calendar.ts'
import { formatClosedDays } from '#domain/closed-days.ts'
import { npr } from '#domain/money.ts'
import { isDayPass } from '#domain/plan.ts'
import { describeReleases } from '#domain/release.ts'
import { Button, SecondaryButton } from '#islands/ui/buttons.tsx'
import { DateInput } from '#islands/ui/DateInput.tsx'
import { Field } from '#islands/ui/Field.tsx'
import { lazyWithRetry } from '#islands/ui/lazy-with-retry.tsx'
import { Note } from '#islands/ui/Note.tsx'
import {
  $changeResult,
  $moveForm,
  chooseStart,
  closeMoveForm,
  confirmMove,
  openMoveForm,
  readChangeResult,
} from '#stores/payment/move.ts'
import { $site } from '#stores/site.ts'
import { focusFormHeading } from '../screen-focus.ts'
import { ACTION_FORM, ActionButton, FormHeading } from './ActionButton.tsx'
import { mustMovePass } from './closed-pass.ts'
import { formatDates } from './format-dates.ts'
import { OpenChange } from './OpenChange.tsx'
import { OpenPurchase } from './OpenPurchase.tsx'
import { useHeadingFocus } from './useHeadingFocus.ts'

const MoveCalendar = lazyWithRetry(() => import('./MoveCalendar.tsx'), {
  fallback: <div className="min-h-98.5" aria-hidden="true" />,
})

/** The result of the last change, and a change that waits for its payment. */
export function OpenPayment({ booking }: { booking: BookingView }) {
  const { change, actions } = booking
  useEffect(readChangeResult, [])
  return (
    <>
      <ChangeResult canMoveAgain={actions.move !== null} />
      {change?.kind === 'move' && <OpenChange change={change} />}
      {change?.kind === 'hours' && <OpenPurchase change={change} />}
    </>
  )
}

/** Moves a booking to other dates. */
export function Move({ booking }: { booking: BookingView }) {
  const isOpen = useStore($moveForm) !== null
  const button = useRef<HTMLButtonElement>(null)
  const { change, actions } = booking
  useEffect(() => closeMoveForm, [])
  if (!actions.move || change?.kind === 'move') return null
  const MoveButton = mustMovePass(booking) ? Button : ActionButton
  return (
    <>
      <MoveButton ref={button} aria-expanded={isOpen} onClick={isOpen ? closeMoveForm : openMoveForm}>
        <CalendarSync className="icon" />
        {isDayPass(booking.planId) ? 'Move to another day' : 'Move to other dates'}
      </MoveButton>
      {isOpen && (
        <MoveForm
          move={actions.move}
          isFirstHold={!hasPaidMove(booking)}
          booking={booking}
          close={() => {
            flushSync(closeMoveForm)
            button.current?.focus()
          }}
        />
      )}
    </>
  )
}

function ChangeResult({ canMoveAgain }: { canMoveAgain: boolean }) {
  const result = useStore($changeResult)
  if (!result) return null
  return (
    <div className="w-full" role="status">
      {result === 'moved' && (
        <Note className="note-good" icon={CircleCheck}>
          <b>Your booking has moved</b> to the dates above.{!canMoveAgain && ' You cannot move it online again.'}
        </Note>
      )}
      {result === 'kept' && (
        <Note className="note-good" icon={CircleCheck}>
          <b>Your booking keeps its dates.</b> We have released the others.
        </Note>
      )}
      {result === 'not_moved' && (
        <Note className="note-warm" icon={Clock}>
          <b>Your booking has not moved.</b> We no longer held the new dates when your payment arrived. If you have
          paid, we refund it.
        </Note>
      )}
      {result === 'hours_added' && (
        <Note className="note-good" icon={CircleCheck}>
          <b>Your meeting-room hours are added</b> to this booking.
        </Note>
      )}
      {result === 'hours_not_added' && (
        <Note className="note-warm" icon={Clock}>
          <b>No meeting-room hours were added.</b> The time to pay was over when your payment arrived. If you have paid,
          we refund it.
        </Note>
      )}
    </div>
  )
}

const formatMovesLeft = (left: number | null): string => (left === null ? '' : left === 1 ? ' once more,' : ' twice,')

/** Then new dates were held before. */
const hasPaidMove = ({ history }: BookingView): boolean =>
  history.some((entry) => entry.kind === 'payment' && entry.purpose === 'difference')

interface FormProps {
  move: NonNullable<BookingView['actions']['move']>
  isFirstHold: boolean
  booking: BookingView
  close: () => void
}

function MoveForm({ move, isFirstHold, booking, close }: FormProps) {
  const form = useStore($moveForm)
  useHeadingFocus()
  if (!form) return null
  const { startDate, preview, dateProblem, problem, sending } = form
  const isFull = preview !== undefined && preview.free < preview.seats

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isFull) void confirmMove()
  }

  return (
    <form className={ACTION_FORM} onSubmit={submit} noValidate aria-labelledby="move-booking" aria-busy={sending}>
      <FormHeading booking={booking} id="move-booking" tabIndex={-1} ref={focusFormHeading}>
        Move this booking
      </FormHeading>
      <Field
        id="move-start"
        label={isDayPass(booking.planId) ? 'New day' : 'New first day'}
        hint={`You can move this booking online${formatMovesLeft(move.left)} until ${formatInstant(Date.parse(move.until))} (Kathmandu time).`}
        error={dateProblem}
      >
        {(control) => (
          <DateInput
            {...control}
            date={startDate}
            min={move.earliest}
            max={move.latest}
            value={startDate}
            onChange={(event) => void chooseStart(event.target.value)}
          />
        )}
      </Field>
      <MoveCalendar booking={booking} move={move} />
      <div className="grid max-w-measure gap-2 text-pretty" role="status">
        {preview && <MovePreview isFirstHold={isFirstHold} booking={booking} />}
        {problem && <Note className="note-bad">{problem}</Note>}
      </div>
      <p className="button-row">
        {preview && !isFull && (
          <Button type="submit" busy={sending}>
            {preview.difference > 0 ? `Continue to pay ${npr(preview.difference)}` : 'Move my booking'}
          </Button>
        )}
        <SecondaryButton busy={sending} onClick={close}>
          Do not move
        </SecondaryButton>
      </p>
    </form>
  )
}

function MovePreview({ isFirstHold, booking }: Pick<FormProps, 'isFirstHold' | 'booking'>) {
  const holdMinutes = useStore($site)?.holdMinutes
  const preview = useStore($moveForm)?.preview
  if (!preview) return null
  const { startTime, endTime, closedDays, free, seats, isCheaper, difference, isFinal } = preview
  const guestDays = { from: preview.startDate, to: preview.endDate }
  const releases = describeReleases(booking, Date.parse(booking.now), { guestDays })
  return (
    <>
      <p>
        {isDayPass(booking.planId) ? 'Your new day' : 'Your new dates'}: <b className="num">{formatDates(preview)}</b>
        {startTime && `, ${startTime}–${endTime}`}
      </p>
      {free >= seats && closedDays.length > 0 && (
        <Note className="note-warm">Closed on some of these days: {formatClosedDays(closedDays)}.</Note>
      )}
      {free < seats && (
        <p className="error">
          {seats > 1 ? `Fewer than ${seats} seats` : 'No seats'} are left on these dates. Choose another first day.
        </p>
      )}
      {free >= seats && difference > 0 && (
        <p>
          These dates cost <b className="num">{npr(difference)}</b> more. We hold them
          {holdMinutes ? ` for ${holdMinutes} minutes` : ''} while you pay by eSewa, Khalti or card, and your booking
          moves when you have paid.{isFirstHold && ' We can hold new dates for you once.'}
        </p>
      )}
      {free >= seats && difference === 0 && (
        <p>
          There is nothing more to pay.
          {isCheaper && ' The new dates cost less, and the difference is not refunded.'}
        </p>
      )}
      {free >= seats && releases && <p>{releases} The hours and guest days return to your booking.</p>}
      {free >= seats && isFinal && (
        <Note className="note-warm">
          The new first day is less than 24 hours away. After this move you cannot move again or get a refund.
        </Note>
      )}
    </>
  )
}
