import { npr } from '#domain/money.ts'
import type { Billing as Chosen } from '#domain/plan.ts'
import { annualSaving, listSoldPeriods, planPrice, pricesAt } from '#domain/price.ts'
import { chooseBilling } from '#stores/booking/draft.ts'
import { BILLING_NAMES } from './labels.ts'
import type { Wizard } from './wizard.ts'

/** Week, month or year, if the location's table has that price. */
export function BillingPeriod({ wizard: { offering, draft, errorOf } }: { wizard: Wizard }) {
  const { locationId, planId } = draft
  if (!locationId || !planId || planId === 'explorer') return null
  const prices = pricesAt(offering.prices, locationId)
  const sold = listSoldPeriods(prices, planId).filter((period): period is Chosen => period !== 'daily')
  const error = errorOf('billing')
  return (
    <fieldset className="billing" aria-describedby={error && 'billing-error'}>
      <legend>Paid by the</legend>
      <div className="segment">
        {sold.map((period, index) => (
          <label key={period}>
            <input
              type="radio"
              name="billing"
              id={index === 0 ? 'billing' : undefined}
              value={period}
              checked={draft.billing === period}
              onChange={() => chooseBilling(period)}
            />
            <span>{BILLING_NAMES[period]}</span>
            <span className="billing-price num">
              {npr(planPrice(prices, planId, period) ?? prices[planId].monthly)}
            </span>
          </label>
        ))}
      </div>
      {draft.billing === 'annual' && (
        <p className="hint">
          <span className="booking-saving">You save {npr(annualSaving(prices[planId]))}</span> against twelve months.
        </p>
      )}
      {error && (
        <p className="error" id="billing-error">
          {error}
        </p>
      )}
    </fieldset>
  )
}
