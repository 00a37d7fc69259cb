import { useStore } from '@nanostores/react'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { formatRange, type IsoDate, kathmanduDate } from '#domain/calendar.ts'
import { npr, type Paisa } from '#domain/money.ts'
import { isDayPass, type PlanId } from '#domain/plan.ts'
import { worksAt } from '#domain/staff.ts'
import { Field } from '#islands/ui/Field.tsx'
import { $desk, book, closeDesk, forgetWalkIn, openDesk, priceOf } from '#stores/admin/bookings/walk-in.ts'
import { usualWalkIn, WALK_IN } from '#stores/admin/bookings/walk-in-form.ts'
import { $session } from '#stores/admin/session.ts'
import { typedIn } from '#stores/admin/typed.ts'
import { now } from '#stores/clock.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Dialog } from '../Dialog.tsx'
import type { ScreenProps } from '../screens.ts'
import { useTyped } from '../useTyped.ts'
import { CustomerFields } from './CustomerFields.tsx'
import { Extras } from './Extras.tsx'
import '../list/drawer.css'
import './desk-form.css'
import type { WalkIn } from '#stores/admin/bookings/walk-in-form.ts'

interface Props extends Pick<ScreenProps, 'locations' | 'plans' | 'bookable' | 'addOns'> {
  /** With the id of the booking, where one was made. */
  close: (placed?: string) => void
}

const BILLINGS = { weekly: 'Week', monthly: 'Month', annual: 'Year' } as const

/**
 * A walk-in or a call: a name, a way to reach them, Enter. Everything else has the answer that is usual at a desk. What
 * was typed waits for when the form is opened again: one key that closes it takes nothing away.
 */
export function NewBooking({ locations, plans, bookable, addOns, close }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const { quote, pricing, busy, fields, problem, booked } = useStore($desk)
  const session = useStore($session)
  const workplaces = session.state === 'open' ? session.who.workplaces : null
  const places = bookable.locations.filter((id) => worksAt(workplaces, id))
  const [empty] = useState<WalkIn>(() => usualWalkIn(places[0] ?? '', bookable.plans[0] ?? '', kathmanduDate(now())))
  const [isResumed, setResumed] = useState(() => typedIn(WALK_IN) !== undefined)
  const [walkIn, setWalkIn] = useTyped(WALK_IN, empty)
  const set = (changed: Partial<WalkIn>) => setWalkIn({ ...walkIn, ...changed })
  /** As `set`, for what the price depends on. */
  const choose = (changed: Partial<WalkIn>) => {
    const next = { ...walkIn, ...changed }
    setWalkIn(next)
    void priceOf(next)
  }
  const startAnew = () => {
    setResumed(false)
    forgetWalkIn()
    setWalkIn(empty)
    openDesk(empty)
  }
  const leaveTo = (bookingId: string) => {
    forgetWalkIn()
    close(bookingId)
  }
  useEffect(() => {
    openDesk(walkIn)
    return closeDesk
  }, [])
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const placed = await book(walkIn)
    if (placed) {
      // Whoever closed it meanwhile is elsewhere by now.
      if (form.current) leaveTo(placed)
      else forgetWalkIn()
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
          <Select
            id="desk-location"
            label="Location"
            value={walkIn.locationId}
            options={pick(locations, places)}
            error={wrong.locationId}
            onChange={(locationId) => choose({ locationId })}
          />
          <Select
            id="desk-plan"
            label="Plan"
            value={walkIn.planId}
            options={pick(plans, bookable.plans)}
            error={wrong.planId}
            onChange={(planId) => choose({ planId })}
          />
        </div>
        <div className="desk-row">
          <Day
            id="desk-start"
            label={dayPass ? 'Date' : 'First day'}
            value={walkIn.startDate}
            error={wrong.startDate}
            onChange={(startDate) => choose({ startDate })}
          />
          {!dayPass && (
            <>
              <Select
                id="desk-billing"
                label="By the"
                value={walkIn.billing}
                options={BILLINGS}
                error={wrong.billing}
                onChange={(billing) => choose({ billing: billing as WalkIn['billing'] })}
              />
              <Day
                id="desk-end"
                label="To (optional)"
                value={walkIn.endDate}
                error={wrong.endDate}
                onChange={(endDate) => choose({ endDate })}
              />
            </>
          )}
        </div>
        <Extras walkIn={walkIn} addOns={addOns} wrong={wrong} set={set} choose={choose} />
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
          {booked && (
            <div className="note note-warm">
              <p>
                <b>{booked} was booked by the first try.</b> What was changed since is not in it.{' '}
                <button type="button" className="link" onClick={() => leaveTo(booked)}>
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

const pick = (names: Readonly<Record<string, string>>, ids: readonly string[]): Record<string, string> =>
  Object.fromEntries(ids.map((id) => [id, names[id] ?? id]))

interface ControlProps {
  id: string
  label: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

const Select = ({ id, label, value, options, error, onChange }: ControlProps & { options: Record<string, string> }) => (
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

const Day = ({ id, label, value, error, onChange }: ControlProps) => (
  <Field id={id} label={label} error={error}>
    {(control) => <input {...control} type="date" value={value} onChange={({ target }) => onChange(target.value)} />}
  </Field>
)
