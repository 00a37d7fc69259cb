import { useStore } from '@nanostores/react'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { formatDate, formatRange, kathmanduDate, parseIsoDate } from '#domain/calendar.ts'
import { npr } from '#domain/money.ts'
import { ACCOUNT_METHODS, DESK_METHOD_LABELS } from '#domain/payment.ts'
import { isDayPass } from '#domain/plan.ts'
import { isAssignedTo } from '#domain/staff.ts'
import { hasChosenSeats, MAX_SEATS } from '#domain/team.ts'
import { LinkButton, QuietButton } from '#islands/ui/buttons.tsx'
import { Note } from '#islands/ui/Note.tsx'
import { BILLING_NAMES } from '#islands/ui/period-names.ts'
import { $walkIn, clearWalkIn, closeWalkIn, openWalkIn, placeWalkIn, updateQuote } from '#stores/admin/desk/walk-in.ts'
import {
  buildDefaultWalkIn,
  isResumed,
  markAsShown,
  WALK_IN_DRAFT,
  type WalkIn,
} from '#stores/admin/desk/walk-in-form.ts'
import { $session } from '#stores/admin/session/session.ts'
import { now } from '#stores/clock.ts'
import { Alert } from '../../ui/Alert.tsx'
import { DIALOG_FOOT, Dialog } from '../Dialog.tsx'
import { bindFields, DateField, InputField, SelectField, TextField } from '../form/fields.tsx'
import { COMPACT_FIELDS } from '../list/compact-fields.ts'
import type { ScreenProps } from '../screens.ts'
import { useFormDraft } from '../useFormDraft.ts'
import { AddOnFields } from './AddOnFields.tsx'
import { CustomerFields } from './CustomerFields.tsx'
import { FORM_ROW } from './form-row.ts'
import { getReferenceLabel } from './reference-label.ts'

const PAID_LABELS: Readonly<Record<WalkIn['paid'], string>> = { ...DESK_METHOD_LABELS, later: 'To be paid' }

interface Props extends Pick<ScreenProps, 'locations' | 'plans' | 'bookable' | 'addOns'> {
  /** Called with the booking's id after a booking was placed. */
  close: (placed?: string) => void
}

/** Books a walk-in or a call. The draft stays until it is booked or cleared. */
export function NewBookingDialog({ locations, plans, bookable, addOns, close }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const { quote, isQuoting, busy, fields, problem, placedBookingId } = useStore($walkIn)
  const session = useStore($session)
  const workplaces = session.state === 'open' ? session.user.workplaces : null
  const locationIds = bookable.locations.filter((id) => isAssignedTo(workplaces, id))
  const [empty] = useState<WalkIn>(() =>
    buildDefaultWalkIn(locationIds[0] ?? '', bookable.plans[0] ?? '', kathmanduDate(now())),
  )
  const [isRestored, setRestored] = useState(isResumed)
  const [walkIn, setWalkIn] = useFormDraft(WALK_IN_DRAFT, empty)
  const set = (changed: Partial<WalkIn>) => setWalkIn({ ...walkIn, ...changed })
  /** Like `set`, for values that change the price. */
  const setAndQuote = (changed: Partial<WalkIn>) => {
    const next = { ...walkIn, ...changed }
    setWalkIn(next)
    void updateQuote(next)
  }
  const startOver = () => {
    setRestored(false)
    clearWalkIn()
    setWalkIn(empty)
    openWalkIn(empty)
  }
  const closeAndOpen = (bookingId: string) => {
    clearWalkIn()
    close(bookingId)
  }
  useEffect(() => {
    openWalkIn(walkIn)
    markAsShown()
    return closeWalkIn
  }, [])
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const bookingId = await placeWalkIn(walkIn)
    if (bookingId) {
      if (form.current) closeAndOpen(bookingId)
      else clearWalkIn()
    } else form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }
  const dayPass = isDayPass(walkIn.planId)
  const errors = { ...quote?.fields, ...fields }
  const field = bindFields(walkIn, setAndQuote, errors)
  const payment = bindFields(walkIn, set, errors)
  const isNumbered = ACCOUNT_METHODS.some((method) => method === walkIn.paid)
  const total = quote?.totalAmount ?? null
  const hasErrors = Object.keys(errors).length > 0
  const isQuoteMissing = !quote && !isQuoting && problem !== undefined

  return (
    <Dialog title="New booking" wide close={() => close()}>
      <form ref={form} className={COMPACT_FIELDS} noValidate onSubmit={submit}>
        {isRestored && (
          <p className="small mute" role="status">
            We restored your unfinished booking. <LinkButton onClick={startOver}>Start over</LinkButton>
          </p>
        )}
        <CustomerFields walkIn={walkIn} set={set} errors={errors} />
        {walkIn.renews ? (
          <Note className="mt-3">
            <b>This renews a membership.</b> {plans[walkIn.planId]} at {locations[walkIn.locationId]} continues on{' '}
            {formatDay(walkIn.startDate)} without a gap.{' '}
            <LinkButton className="link min-h-11" onClick={() => setAndQuote({ renews: '' })}>
              Make a new booking instead
            </LinkButton>
          </Note>
        ) : (
          <>
            <div className={FORM_ROW}>
              <SelectField
                id="desk-location"
                label="Location"
                options={pickNames(locations, locationIds)}
                {...field('locationId')}
              />
              <SelectField
                id="desk-plan"
                label="Plan"
                options={pickNames(plans, bookable.plans)}
                {...field('planId')}
              />
            </div>
            <div className={FORM_ROW}>
              <DateField id="desk-start" label={dayPass ? 'Date' : 'First day'} {...field('startDate')} />
              {!dayPass && (
                <>
                  <SelectField id="desk-billing" label="Billing period" options={BILLING_NAMES} {...field('billing')} />
                  <DateField id="desk-end" label="Last day" optional {...field('endDate')} />
                </>
              )}
              {hasChosenSeats(walkIn.planId) && (
                <InputField
                  id="desk-seats"
                  label="Seats"
                  // Visitors are asked to write to us instead.
                  error={errors.seats && `Enter 1 to ${MAX_SEATS} seats. Add another booking for more.`}
                  type="number"
                  inputMode="numeric"
                  min={1}
                  max={MAX_SEATS}
                  step={1}
                  // An emptied field stays empty while typing.
                  value={walkIn.seats || ''}
                  onChange={({ target }) => setAndQuote({ seats: Math.max(0, target.valueAsNumber || 0) })}
                />
              )}
            </div>
          </>
        )}
        <AddOnFields walkIn={walkIn} addOns={addOns} errors={errors} set={set} setAndQuote={setAndQuote} />
        <div className={FORM_ROW}>
          <SelectField id="desk-paid" label="Payment" options={PAID_LABELS} {...payment('paid')} />
          {isNumbered && (
            <TextField
              id="desk-reference"
              label={getReferenceLabel(walkIn.paid)}
              maxLength={100}
              {...payment('reference')}
            />
          )}
        </div>
        <Alert problem={problem}>
          {placedBookingId && (
            <div className="note note-warm">
              <p>
                <b>{placedBookingId} was booked by your first attempt.</b> Later changes are not included.{' '}
                <LinkButton onClick={() => closeAndOpen(placedBookingId)}>Open it</LinkButton> to change it there, or{' '}
                <LinkButton onClick={startOver}>start over</LinkButton> for another customer.
              </p>
            </div>
          )}
        </Alert>
        <div className={`justify-between ${DIALOG_FOOT}`}>
          <p
            className="desk-total mr-auto grid min-h-total content-center aria-busy:opacity-55 max-sm:basis-full"
            role="status"
            aria-busy={isQuoting}
          >
            {total === null && hasErrors && <span className="small">Fix the marked fields to see the price.</span>}
            {total !== null && quote?.startDate && quote.endDate && (
              <>
                <span className="flex flex-wrap items-baseline gap-x-2">
                  <b className="num stretch-display font-display text-amount leading-110">{npr(total)}</b>
                  {PAID_LABELS[walkIn.paid]}
                </span>
                <span className="small mute">
                  {formatRange(quote.startDate, quote.endDate)}
                  {quote.free !== null && `, ${quote.free} ${quote.free === 1 ? 'seat' : 'seats'} free`}
                </span>
              </>
            )}
          </p>
          <QuietButton onClick={() => close()}>Cancel</QuietButton>
          <button
            type="submit"
            className="button button-small"
            aria-disabled={busy || isQuoting || (total === null && !isQuoteMissing) || undefined}
          >
            {isQuoteMissing ? 'Reload the price' : walkIn.paid === 'later' ? 'Book' : 'Book and record payment'}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

const formatDay = (date: string): string => {
  const day = parseIsoDate(date)
  return day ? formatDate(day) : date
}

const pickNames = (names: Readonly<Record<string, string>>, ids: readonly string[]): Record<string, string> =>
  Object.fromEntries(ids.map((id) => [id, names[id] ?? id]))
