import { CircleAlert } from 'lucide-react'
import { formatDate } from '#domain/calendar.ts'
import { PER_PERIOD } from '#domain/line-item.ts'
import { periodFor } from '#domain/plan.ts'
import { hasChosenSeats, MAX_SEATS, OFFICE_SEATS } from '#domain/team.ts'
import { chooseSeats } from '#stores/booking/draft.ts'
import { Counter } from './Counter.tsx'
import { formatLineSum } from './labels.ts'
import { getChosenPlan, type Wizard } from './wizard.ts'

/** The number of seats, which a Private Office fixes. */
export function People({ wizard }: { wizard: Wizard }) {
  const { draft, quote, errorOf } = wizard
  const planLine = draft.seats > 1 && quote?.lines.find(({ kind }) => kind === 'plan')
  const error = errorOf('seats')
  return (
    <section className="mt-10" aria-labelledby="people">
      <h2 className="display-3 mb-2" id="people">
        How many people?
      </h2>
      {hasChosenSeats(draft.planId) ? (
        <>
          <p className="soft mb-5">Each person has a seat on every day of the booking.</p>
          <div className="w-56 max-sm:w-full">
            <Counter
              id="seats"
              name="How many people?"
              unit="person"
              value={draft.seats}
              min={1}
              max={MAX_SEATS}
              errorId={error && 'seats-error'}
              onChange={chooseSeats}
            />
          </div>
          {error && (
            <p className="error mt-3" id="seats-error">
              <CircleAlert className="icon" />
              {error}
            </p>
          )}
          {planLine && !error && <p className="soft small num mt-3">{formatLineSum(planLine)}</p>}
          <p className="soft mt-3">
            More than {MAX_SEATS}?{' '}
            <a className="link min-h-11" href={getOfferUrl(wizard)}>
              Ask for an offer
            </a>
          </p>
        </>
      ) : (
        <p className="soft">A Private Office seats {OFFICE_SEATS}.</p>
      )}
    </section>
  )
}

/** The contact form with the choices in the message. */
function getOfferUrl(wizard: Wizard): string {
  const { locationId, billing, startDate, seats } = wizard.draft
  const plan = getChosenPlan(wizard)
  const lines = [
    `Please send us an offer for more than ${MAX_SEATS} people.`,
    plan && `Plan: ${plan.name}, ${PER_PERIOD[periodFor(plan.id, billing)]}`,
    startDate && `First day: ${formatDate(startDate)}`,
    `Number of people: ${seats > MAX_SEATS ? seats : ''}`,
  ]
  const message = lines.filter(Boolean).join('\n')
  return `/contact?${new URLSearchParams({ ...(locationId && { location: locationId }), message })}#message`
}
