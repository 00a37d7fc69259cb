import { CircleAlert } from 'lucide-react'
import { PER_PERIOD } from '#domain/line-item.ts'
import { npr, times } from '#domain/money.ts'
import { isDayPass, periodFor } from '#domain/plan.ts'
import { dayPassSaving, planPrice, pricesAt } from '#domain/price.ts'
import { Choice, ChoiceDetail, ChoiceText } from '#islands/ui/Choice.tsx'
import { Price } from '#islands/ui/Price.tsx'
import { chooseLocation, choosePlan } from '#stores/booking/draft.ts'
import type { Offering } from './offering.ts'
import { People } from './People.tsx'
import { StepHeading } from './StepHeading.tsx'
import { TourInvitation } from './TourInvitation.tsx'
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
        <legend className="mb-5">
          <StepHeading step={1}>Choose a location</StepHeading>
        </legend>
        <ChoiceError field="locationId" text={errorOf('locationId')} />
        <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
          {offering.locations.map(({ id, name, address, capacity, photo, available, status }) => (
            <Choice
              key={id}
              // The draft, not the browser, restores choices.
              autoComplete="off"
              name="location"
              id={id === firstOpen(offering.locations) ? 'locationId' : undefined}
              value={id}
              checked={draft.locationId === id}
              disabled={!available}
              onChange={() => chooseLocation(id)}
              before={
                <span
                  className={`photo size-24 flex-none max-380:size-14 ${available ? '' : 'opacity-75 grayscale-90'}`}
                >
                  <img src={photo} alt="" width={96} height={96} />
                </span>
              }
            >
              <ChoiceText name={name}>
                <ChoiceDetail>
                  {address}. <span className="num">{capacity} seats</span>
                </ChoiceDetail>
                {!available && <span className="tag tag-line mt-2">{status}</span>}
              </ChoiceText>
            </Choice>
          ))}
        </div>
      </fieldset>
      <fieldset className="booking-choices mt-10" aria-describedby={errorOf('planId') && 'planId-error'}>
        <legend className="mb-5">
          <h2 className="display-3">Choose a plan</h2>
        </legend>
        <p className="soft -mt-2 mb-5">
          {location ? `Prices at ${location.name}.` : 'Choose a location to see its prices.'}
        </p>
        <ChoiceError field="planId" text={errorOf('planId')} />
        <div className="grid gap-2.5">
          {offering.plans.map((plan) => (
            <Choice
              key={plan.id}
              // The draft, not the browser, restores choices.
              autoComplete="off"
              name="plan"
              id={plan.id === firstOpen(offering.plans) ? 'planId' : undefined}
              value={plan.id}
              checked={draft.planId === plan.id}
              disabled={!plan.available}
              onChange={() => choosePlan(plan.id)}
            >
              <ChoiceText name={plan.name}>
                <ChoiceDetail>{plan.subtitle}</ChoiceDetail>
                <Promotion plan={plan} wizard={wizard} />
                {!plan.available && <span className="tag tag-line mt-2">{plan.status}</span>}
              </ChoiceText>
              <PlanPrice plan={plan} wizard={wizard} />
            </Choice>
          ))}
        </div>
      </fieldset>
      <People wizard={wizard} />
      <TourInvitation />
    </>
  )
}

function ChoiceError({ field, text }: { field: 'locationId' | 'planId'; text: string | undefined }) {
  if (!text) return null
  return (
    <p className="error mb-3" id={`${field}-error`}>
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
    <span
      className={`grid justify-items-end text-small *:nth-last-2:text-32 ${
        plan.available ? 'text-ink-2 *:nth-last-2:text-ink' : '**:text-inherit'
      }`}
    >
      {isDayPass(plan.id) && originalDaily !== undefined && (
        <s className="num text-ink-3">
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
    <ChoiceDetail>
      {plan.promotion}. <span className="font-strong text-pipal">You save {npr(saving)}</span>
    </ChoiceDetail>
  )
}
