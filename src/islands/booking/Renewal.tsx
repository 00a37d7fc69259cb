import { useEffect } from 'react'
import { formatFailure } from '#contract/failure.ts'
import { formatRange } from '#domain/calendar.ts'
import { hasWorkingHours } from '#domain/day-pass.ts'
import { periodFor } from '#domain/plan.ts'
import { LinkButton } from '#islands/ui/buttons.tsx'
import { Note } from '#islands/ui/Note.tsx'
import { PERIOD_UNITS } from '#islands/ui/period-names.ts'
import { makeNewBooking } from '#stores/booking/renewal.ts'
import { loadDraftSeats } from '#stores/booking/seats.ts'
import { CoveredClosedDays } from './CoveredClosedDays.tsx'
import { SoldOut } from './SoldOut.tsx'
import { StepHeading } from './StepHeading.tsx'
import { WorkingHoursFields } from './WorkingHoursFields.tsx'
import { getChosenLocation, getChosenPlan, isSoldOut, type Wizard } from './wizard.ts'

/** The first step of a renewal: place, plan and days are those of the membership; only the hours can be chosen. */
export function RenewedDates({ wizard }: { wizard: Wizard }) {
  const { draft, coverage, errorOf, failure, renewal } = wizard
  const location = getChosenLocation(wizard)
  const plan = getChosenPlan(wizard)
  useEffect(() => {
    if (renewal) void loadDraftSeats()
  }, [renewal])
  if (!location || !plan || !renewal) return null
  const error = errorOf('startDate')
  return (
    <>
      <StepHeading wizard={wizard}>{`Your next ${PERIOD_UNITS[periodFor(plan.id, draft.billing)]}`}</StepHeading>
      {coverage && (
        <div className="soft mt-2">
          <p>
            {plan.name} at {location.name} continues without a gap:{' '}
            <b className="num text-ink">{formatRange(coverage.from, coverage.to)}</b>
            {draft.seats > 1 && `, ${draft.seats} seats`}.
          </p>
          <CoveredClosedDays wizard={wizard} />
        </div>
      )}
      <LinkButton className="link min-h-11" onClick={makeNewBooking}>
        Make a new booking instead
      </LinkButton>
      {error && <p className="error mb-7">{error}</p>}
      {failure?.code === 'unavailable' && (
        <Note className="note-warm mb-7" role="alert">
          {formatFailure(failure)}
        </Note>
      )}
      {isSoldOut(wizard) && <SoldOut wizard={wizard} />}
      {hasWorkingHours(plan.id) && <WorkingHoursFields wizard={wizard} location={location} day={renewal.startDate} />}
    </>
  )
}
