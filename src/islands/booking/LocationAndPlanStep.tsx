import { CircleAlert } from 'lucide-react'
import { PER_PERIOD } from '#domain/line-item.ts'
import { npr, times } from '#domain/money.ts'
import { isDayPass, periodFor } from '#domain/plan.ts'
import { dayPassSaving, planPrice, pricesAt } from '#domain/price.ts'
import { Price } from '#islands/ui/Price.tsx'
import { chooseLocation, choosePlan } from '#stores/booking/draft.ts'
import type { Offering } from './offering.ts'
import { StepHeading } from './StepHeading.tsx'
import { getChosenLocation, type Wizard } from './wizard.ts'

/** Before the script loads, submitting forms the URL that makes the same choice. */
export function LocationAndPlanStep({ wizard }: { wizard: Wizard }) {
  const { offering, draft, errorOf } = wizard
  const location = getChosenLocation(wizard)
  const firstOpen = (choices: readonly { id: string; available: boolean }[]) =>
    choices.find(({ available }) => available)?.id
  return (
    <>
      <fieldset className="booking-choices" aria-describedby={errorOf('locationId') && 'locationId-error'}>
        <legend>
          <StepHeading step={1}>Choose a location</StepHeading>
        </legend>
        <ChoiceError field="locationId" text={errorOf('locationId')} />
        <div className="choice-rows choice-pair">
          {offering.locations.map(({ id, name, address, capacity, photo, available, status }) => (
            <label key={id} className={`choice ${available ? '' : 'choice-off'}`}>
              <span className="photo">
                <img src={photo} alt="" width={96} height={96} />
              </span>
              <input
                type="radio"
                // The draft, not the browser, restores choices.
                autoComplete="off"
                name="location"
                id={id === firstOpen(offering.locations) ? 'locationId' : undefined}
                value={id}
                checked={draft.locationId === id}
                disabled={!available}
                onChange={() => chooseLocation(id)}
              />
              <span className="choice-text">
                <b>{name}</b>
                <span className="choice-detail">
                  {address}. <span className="num">{capacity} seats</span>
                </span>
                {!available && <span className="tag tag-line">{status}</span>}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset className="booking-choices" aria-describedby={errorOf('planId') && 'planId-error'}>
        <legend>
          <h2 className="display-3">Choose a plan</h2>
        </legend>
        <p className="soft">{location ? `Prices at ${location.name}.` : 'Choose a location to see its prices.'}</p>
        <ChoiceError field="planId" text={errorOf('planId')} />
        <div className="choice-rows">
          {offering.plans.map((plan) => (
            <label key={plan.id} className={`choice ${plan.available ? '' : 'choice-off'}`}>
              <input
                type="radio"
                // The draft, not the browser, restores choices.
                autoComplete="off"
                name="plan"
                id={plan.id === firstOpen(offering.plans) ? 'planId' : undefined}
                value={plan.id}
                checked={draft.planId === plan.id}
                disabled={!plan.available}
                onChange={() => choosePlan(plan.id)}
              />
              <span className="choice-text">
                <b>{plan.name}</b>
                <span className="choice-detail">{plan.subtitle}</span>
                <Promotion plan={plan} wizard={wizard} />
                {!plan.available && <span className="tag tag-line">{plan.status}</span>}
              </span>
              <PlanPrice plan={plan} wizard={wizard} />
            </label>
          ))}
        </div>
      </fieldset>
    </>
  )
}

function ChoiceError({ field, text }: { field: 'locationId' | 'planId'; text: string | undefined }) {
  if (!text) return null
  return (
    <p className="error booking-choice-error" id={`${field}-error`}>
      <CircleAlert className="icon" />
      {text}
    </p>
  )
}

interface PlanProps {
  plan: Offering['plans'][number]
  wizard: Wizard
}

function PlanPrice({ plan, wizard: { offering, draft } }: PlanProps) {
  if (!draft.locationId) return null
  const prices = pricesAt(offering.prices, draft.locationId)
  const chosenPeriod = periodFor(plan.id, draft.billing)
  const period = planPrice(prices, plan.id, chosenPeriod) === undefined ? 'monthly' : chosenPeriod
  const price = planPrice(prices, plan.id, period)
  if (price === undefined) return null
  const { originalDaily } = prices.explorer
  return (
    <span className="choice-price">
      {isDayPass(plan.id) && originalDaily !== undefined && (
        <s className="num">
          <span className="visually-hidden">Instead of </span>
          {npr(originalDaily)}
        </s>
      )}
      <Price amount={price} />
      <span>{PER_PERIOD[period]}</span>
    </span>
  )
}

function Promotion({ plan, wizard: { offering, draft } }: PlanProps) {
  if (!isDayPass(plan.id) || !plan.promotion || !draft.locationId) return null
  const saving = dayPassSaving(pricesAt(offering.prices, draft.locationId).explorer)
  if (saving === times(saving, 0)) return null
  return (
    <span className="choice-detail">
      {plan.promotion}. <span className="booking-saving">You save {npr(saving)}</span>
    </span>
  )
}
