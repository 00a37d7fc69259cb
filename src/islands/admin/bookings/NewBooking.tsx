import { useStore } from '@nanostores/react'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { formatRange, type IsoDate, kathmanduDate } from '#domain/calendar.ts'
import { npr, type Paisa } from '#domain/money.ts'
import { isDayPass, type PlanId } from '#domain/plan.ts'
import { isAssignedTo } from '#domain/staff.ts'
import { Field } from '#islands/ui/Field.tsx'
import { $walkIn, clearWalkIn, closeWalkIn, openWalkIn, placeWalkIn, updateQuote } from '#stores/admin/desk/walk-in.ts'
import { buildDefaultWalkIn, WALK_IN_DRAFT } from '#stores/admin/desk/walk-in-form.ts'
import { getDraft } from '#stores/admin/form-drafts.ts'
import { $session } from '#stores/admin/session/session.ts'
import { now } from '#stores/clock.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Dialog } from '../Dialog.tsx'
import type { ScreenProps } from '../screens.ts'
import { useFormDraft } from '../useFormDraft.ts'
import { AddOnFields } from './AddOnFields.tsx'
import { CustomerFields } from './CustomerFields.tsx'
import '../list/drawer.css'
import './new-booking.css'
import type { WalkIn } from '#stores/admin/desk/walk-in-form.ts'

interface Props extends Pick<ScreenProps, 'locations' | 'plans' | 'bookable' | 'addOns'> {
  /** With the id of the booking, where one was made. */
  close: (placed?: string) => void
}

const BILLING_LABELS = { weekly: 'Week', monthly: 'Month', annual: 'Year' } as const

/**
 * A walk-in or a call: a name, a way to reach them, Enter. Everything else has the answer that is usual at a desk. What
 * was typed waits for when the form is opened again: one key that closes it takes nothing away.
 */
export function NewBooking({ locations, plans, bookable, addOns, close }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const { quote, pricing, busy, fields, problem, placedBookingId } = useStore($walkIn)
  const session = useStore($session)
  const workplaces = session.state === 'open' ? session.who.workplaces : null
  const places = bookable.locations.filter((id) => isAssignedTo(workplaces, id))
  const [empty] = useState<WalkIn>(() =>
    buildDefaultWalkIn(places[0] ?? '', bookable.plans[0] ?? '', kathmanduDate(now())),
  )
  const [isResumed, setResumed] = useState(() => getDraft(WALK_IN_DRAFT) !== undefined)
  const [walkIn, setWalkIn] = useFormDraft(WALK_IN_DRAFT, empty)
  const set = (changed: Partial<WalkIn>) => setWalkIn({ ...walkIn, ...changed })
  /** As `set`, for what the price depends on. */
  const choose = (changed: Partial<WalkIn>) => {
    const next = { ...walkIn, ...changed }
    setWalkIn(next)
    void updateQuote(next)
  }
  const startAnew = () => {
    setResumed(false)
    clearWalkIn()
    setWalkIn(empty)
    openWalkIn(empty)
  }
  const leaveTo = (bookingId: string) => {
    clearWalkIn()
    close(bookingId)
  }
  useEffect(() => {
    openWalkIn(walkIn)
    return closeWalkIn
  }, [])
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const placed = await placeWalkIn(walkIn)
    if (placed) {
      // Whoever closed it meanwhile is elsewhere by now.
      if (form.current) leaveTo(placed)
      else clearWalkIn()
    } else form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }
  const dayPass = isDayPass(walkIn.planId as PlanId)
  const wrong = { ...quote?.fields, ...fields }
  const total = quote?.totalAmount ?? null
  const isLost = !quote && !pricing && problem !== undefined

  return (
    <Dialog title="New booking" close={() => close()}>
      <form ref={form} className="drawer-form desk-form" noValidate onSubmit={submit}>
        {isResumed && (
          <p className="small mute" role="status">
            This was filled in before.{' '}
            <button type="button" className="link" onClick={startAnew}>
              Start anew
            </button>
          </p>
        )}
        <CustomerFields walkIn={walkIn} set={set} wrong={wrong} />
        <div className="desk-row">
          <SelectControl
            id="desk-location"
            label="Location"
            value={walkIn.locationId}
            options={pickNames(locations, places)}
            error={wrong.locationId}
            onChange={(locationId) => choose({ locationId })}
          />
          <SelectControl
            id="desk-plan"
            label="Plan"
            value={walkIn.planId}
            options={pickNames(plans, bookable.plans)}
            error={wrong.planId}
            onChange={(planId) => choose({ planId })}
          />
        </div>
        <div className="desk-row">
          <DateControl
            id="desk-start"
            label={dayPass ? 'Date' : 'First day'}
            value={walkIn.startDate}
            error={wrong.startDate}
            onChange={(startDate) => choose({ startDate })}
          />
          {!dayPass && (
            <>
              <SelectControl
                id="desk-billing"
                label="By the"
                value={walkIn.billing}
                options={BILLING_LABELS}
                error={wrong.billing}
                onChange={(billing) => choose({ billing: billing as WalkIn['billing'] })}
              />
              <DateControl
                id="desk-end"
                label="To (optional)"
                value={walkIn.endDate}
                error={wrong.endDate}
                onChange={(endDate) => choose({ endDate })}
              />
            </>
          )}
        </div>
        <AddOnFields walkIn={walkIn} addOns={addOns} wrong={wrong} set={set} choose={choose} />
        <fieldset>
          <legend className="visually-hidden">Payment</legend>
          <div className="segment">
            {(['cash', 'later'] as const).map((paid) => (
              <label key={paid}>
                <input type="radio" name="paid" checked={walkIn.paid === paid} onChange={() => set({ paid })} />
                {paid === 'cash' ? 'Paid in cash' : 'To be paid'}
              </label>
            ))}
          </div>
        </fieldset>
        <div className="desk-end">
          <p className="desk-total" role="status" aria-busy={pricing}>
            {total !== null && quote?.startDate && quote.endDate && (
              <>
                <b className="num">{npr(total as Paisa)}</b>
                <span className="small mute">
                  {formatRange(quote.startDate as IsoDate, quote.endDate as IsoDate)}
                  {quote.free !== null && `, ${quote.free} ${quote.free === 1 ? 'seat' : 'seats'} free`}
                </span>
              </>
            )}
          </p>
          <button
            type="submit"
            className="button"
            aria-disabled={busy || pricing || (total === null && !isLost) || undefined}
          >
            {isLost ? 'Ask for the price again' : walkIn.paid === 'cash' ? 'Take the cash and book' : 'Book'}
          </button>
        </div>
        <Alert problem={problem}>
          {placedBookingId && (
            <div className="note note-warm">
              <p>
                <b>{placedBookingId} was booked by the first try.</b> What was changed since is not in it.{' '}
                <button type="button" className="link" onClick={() => leaveTo(placedBookingId)}>
                  Open it
                </button>{' '}
                to change it there, or{' '}
                <button type="button" className="link" onClick={startAnew}>
                  start anew
                </button>{' '}
                for somebody else.
              </p>
            </div>
          )}
        </Alert>
      </form>
    </Dialog>
  )
}

const pickNames = (names: Readonly<Record<string, string>>, ids: readonly string[]): Record<string, string> =>
  Object.fromEntries(ids.map((id) => [id, names[id] ?? id]))

interface ControlProps {
  id: string
  label: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

const SelectControl = ({
  id,
  label,
  value,
  options,
  error,
  onChange,
}: ControlProps & { options: Record<string, string> }) => (
  <Field id={id} label={label} error={error}>
    {(control) => (
      <select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
        {Object.entries(options).map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
    )}
  </Field>
)

const DateControl = ({ id, label, value, error, onChange }: ControlProps) => (
  <Field id={id} label={label} error={error}>
    {(control) => <input {...control} type="date" value={value} onChange={({ target }) => onChange(target.value)} />}
  </Field>
)
