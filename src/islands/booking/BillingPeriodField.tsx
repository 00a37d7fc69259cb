import { PAID_ONCE } from '#domain/booking-terms.ts'
import { npr } from '#domain/money.ts'
import { type Billing as Chosen, isDayPass } from '#domain/plan.ts'
import { annualSaving, listSoldPeriods, planPrice, pricesAt } from '#domain/price.ts'
import { countPricedSeats } from '#domain/team.ts'
import { BILLING_NAMES } from '#islands/ui/period-names.ts'
import { chooseBilling } from '#stores/booking/draft.ts'
import type { Wizard } from './wizard.ts'

/** Offers the periods that the location's price table has. */
export function BillingPeriodField({ wizard: { offering, draft, errorOf } }: { wizard: Wizard }) {
  const { locationId, planId } = draft
  if (!locationId || !planId || isDayPass(planId)) return null
  const prices = pricesAt(offering.prices, locationId)
  const soldPeriods = listSoldPeriods(prices, planId).filter((period): period is Chosen => period !== 'daily')
  const error = errorOf('billing')
  return (
    <fieldset
      className="mb-7 flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:w-full"
      aria-describedby={error && 'billing-error'}
    >
      <legend className="float-left font-strong text-small">Price per</legend>
      <div className="segment max-sm:w-full">
        {soldPeriods.map((period, index) => (
          <label key={period} className="max-sm:flex-1 max-sm:flex-col max-sm:gap-0 max-sm:px-1 max-sm:py-1.5">
            <input
              type="radio"
              name="billing"
              id={index === 0 ? 'billing' : undefined}
              value={period}
              checked={draft.billing === period}
              onChange={() => chooseBilling(period)}
            />
            <span>{BILLING_NAMES[period]}</span>
            <span className="num font-text opacity-86">
              {npr(planPrice(prices, planId, period) ?? prices[planId].monthly)}
            </span>
          </label>
        ))}
      </div>
      <p className="hint">
        {countPricedSeats(planId, draft.seats) > 1 && 'Prices are per person. '}
        {draft.billing === 'annual' && (
          <>
            <span className="font-strong text-pipal">You save {npr(annualSaving(prices[planId]))}</span> compared with
            twelve monthly payments.{' '}
          </>
        )}
        {PAID_ONCE}
      </p>
      {error && (
        <p className="error" id="billing-error">
          {error}
        </p>
      )}
    </fieldset>
  )
}
