import { useEffect } from 'react'
import { formatDate, formatRange } from '#domain/calendar.ts'
import { hasWorkingHours } from '#domain/day-pass.ts'
import { periodFor } from '#domain/plan.ts'
import { LinkButton } from '#islands/ui/buttons.tsx'
import { Facts } from '#islands/ui/Facts.tsx'
import { Note } from '#islands/ui/Note.tsx'
import { BILLING_NAMES } from '#islands/ui/period-names.ts'
import { makeNewBooking, type Renewal } from '#stores/booking/renewal.ts'
import { loadDraftSeats } from '#stores/booking/seats.ts'
import { formatCoveredClosedDays, formatPeriods } from './labels.ts'
import { SoldOut } from './SoldOut.tsx'
import { StepHeading } from './StepHeading.tsx'
import { WorkingHoursFields } from './WorkingHoursFields.tsx'
import { getChosenLocation, getChosenPlan, getClosedDays, type Wizard } from './wizard.ts'

export const RenewalNote = ({ renewal }: { renewal: Renewal }) => (
  <Note className="mb-7">
    <b>You are renewing your membership.</b> Once you pay, it continues on {formatDate(renewal.startDate)} without a
    gap.{' '}
    <LinkButton className="link min-h-8" onClick={makeNewBooking}>
      Make a new booking instead
    </LinkButton>
  </Note>
)

/** Location, plan and billing period of a renewal are those of the membership. */
export function RenewedTerms({ wizard }: { wizard: Wizard }) {
  const plan = getChosenPlan(wizard)
  return (
    <>
      <StepHeading step={1}>Your membership</StepHeading>
      <Facts
        className="key-values mt-5"
        facts={{
          Location: getChosenLocation(wizard)?.name,
          Plan: plan && `${plan.name}, ${plan.subtitle.toLowerCase()}`,
          Period: BILLING_NAMES[wizard.draft.billing],
          'Seats per day': wizard.draft.seats > 1 && wizard.draft.seats,
        }}
      />
      <p className="soft mt-5">A renewal keeps these. To change one, make a new booking.</p>
    </>
  )
}

/** The days of a renewal follow from the membership; only the hours can be chosen. */
export function RenewedDates({ wizard }: { wizard: Wizard }) {
  const { draft, coverage, errorOf, fullDays, failure, renewal } = wizard
  const location = getChosenLocation(wizard)
  useEffect(() => {
    if (renewal) void loadDraftSeats()
  }, [renewal])
  if (!location || !renewal) return null
  const error = errorOf('startDate')
  return (
    <>
      <StepHeading step={2}>The next period</StepHeading>
      {coverage && (
        <p className="soft mt-2 mb-7">
          Covers <b className="num text-ink">{formatRange(coverage.from, coverage.to)}</b>,{' '}
          {formatPeriods(coverage.count, periodFor(renewal.planId, draft.billing))}. The dates follow from your
          membership. {formatCoveredClosedDays(getClosedDays(wizard))}
        </p>
      )}
      {error && <p className="error mb-7">{error}</p>}
      {(fullDays.length > 0 || failure?.code === 'sold_out') && <SoldOut wizard={wizard} />}
      {hasWorkingHours(renewal.planId) && (
        <div className="field-row grid-cols-4 max-sm:grid-cols-2">
          <WorkingHoursFields wizard={wizard} location={location} day={renewal.startDate} />
        </div>
      )}
    </>
  )
}
