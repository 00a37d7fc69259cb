import { CircleAlert, RotateCcw } from 'lucide-react'
import { formatRange } from '#domain/calendar.ts'
import { hasWorkingHours } from '#domain/day-pass.ts'
import { formatLineItem } from '#domain/line-item.ts'
import { npr } from '#domain/money.ts'
import { isDayPass, periodFor } from '#domain/plan.ts'
import { Facts } from '#islands/ui/Facts.tsx'
import { Price } from '#islands/ui/Price.tsx'
import { startOver } from '#stores/booking/open-wizard.ts'
import { getChosenLocation, getChosenPlan, type Wizard } from './wizard.ts'

export function BookingSummary({ wizard }: { wizard: Wizard }) {
  const { draft, quote, coverage } = wizard
  const location = getChosenLocation(wizard)
  const plan = getChosenPlan(wizard)
  const priceLines =
    plan && quote?.lines.map((line) => [formatLineItem(line, periodFor(plan.id, draft.billing)), npr(line.amount)])
  return (
    <aside className="summary booking-summary" aria-label="Booking summary">
      <h2>Your booking</h2>
      {location || plan ? (
        <Facts
          className="key-values"
          facts={{
            Location: location?.name,
            Plan: plan && `${plan.name}, ${plan.subtitle.toLowerCase()}`,
            [!plan || isDayPass(plan.id) ? 'Date' : 'Dates']: coverage && <Dates wizard={wizard} />,
            'Working hours': coverage && plan && hasWorkingHours(plan.id) && `${draft.startTime}–${draft.endTime}`,
            ...Object.fromEntries(priceLines ?? []),
          }}
        />
      ) : (
        <div className="summary-nothing">
          <i />
          <i />
          <i />
          <p>Your location, dates and total appear here as you choose them.</p>
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

/** Marks days that are full. */
function Dates({ wizard: { coverage, fullDays, failure } }: { wizard: Wizard }) {
  if (!coverage) return null
  const range = formatRange(coverage.from, coverage.to)
  if (fullDays.length === 0 && failure?.code !== 'sold_out') return range
  return (
    <span className="summary-gone">
      <CircleAlert className="icon" aria-hidden={false} aria-label="Sold out:" />
      {range}
    </span>
  )
}
