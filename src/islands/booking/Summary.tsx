import { CircleAlert, RotateCcw } from 'lucide-react'
import { formatRange } from '#domain/calendar.ts'
import { formatLineItem } from '#domain/line-item.ts'
import { npr } from '#domain/money.ts'
import { isDayPass, periodFor } from '#domain/plan.ts'
import { KeyValueRow } from '#islands/ui/KeyValueRow.tsx'
import { Price } from '#islands/ui/Price.tsx'
import { startOver } from '#stores/booking/open-wizard.ts'
import { getChosenLocation, getChosenPlan, type Wizard } from './wizard.ts'

/** What is chosen so far and what it costs, beside every step. */
export function Summary({ wizard }: { wizard: Wizard }) {
  const { draft, quote, covered } = wizard
  const location = getChosenLocation(wizard)
  const plan = getChosenPlan(wizard)
  return (
    <aside className="summary booking-summary" aria-label="Booking summary">
      <h2>Your booking</h2>
      {location || plan ? (
        <dl className="key-values">
          {location && <KeyValueRow term="Location">{location.name}</KeyValueRow>}
          {plan && <KeyValueRow term="Plan">{`${plan.name}, ${plan.subtitle.toLowerCase()}`}</KeyValueRow>}
          {covered && (
            <KeyValueRow term={isDayPass(plan?.id ?? 'explorer') ? 'Date' : 'Dates'}>
              <Dates wizard={wizard} />
            </KeyValueRow>
          )}
          {covered && plan && !isDayPass(plan.id) && (
            <KeyValueRow term="Working hours">{`${draft.startTime}–${draft.endTime}`}</KeyValueRow>
          )}
          {plan &&
            quote?.lines.map((line) => (
              <KeyValueRow key={line.id} term={formatLineItem(line, periodFor(plan.id, draft.billing))}>
                {npr(line.amount)}
              </KeyValueRow>
            ))}
        </dl>
      ) : (
        <div className="summary-nothing">
          <i />
          <i />
          <i />
          <p>Nothing here yet. Your location, dates and total build up step by step.</p>
        </div>
      )}
      {quote && (
        <>
          <p className="total">
            <span>Total</span>
            <Price amount={quote.total} />
          </p>
          <p className="hint">Includes all taxes and fees</p>
        </>
      )}
      {(location || plan) && (
        <button type="button" className="link booking-reset" onClick={startOver}>
          <RotateCcw className="icon" />
          Reset booking
        </button>
      )}
    </aside>
  )
}

/** The days covered, marked where they cannot be had. */
function Dates({ wizard: { covered, fullDays, failure } }: { wizard: Wizard }) {
  if (!covered) return null
  const range = formatRange(covered.from, covered.to)
  if (fullDays.length === 0 && failure?.code !== 'sold_out') return range
  return (
    <span className="summary-gone">
      <CircleAlert className="icon" aria-hidden={false} aria-label="Sold out:" />
      {range}
    </span>
  )
}
