import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import { PER_PERIOD } from '#domain/line-item.ts'
import { npr } from '#domain/money.ts'
import { isDayPass, periodFor } from '#domain/plan.ts'
import { dayPassSaving, planPrice, pricesAt } from '#domain/price.ts'
import { LinkButton } from '#islands/ui/buttons.tsx'
import { Choice, ChoiceDetail, ChoiceText } from '#islands/ui/Choice.tsx'
import { Price } from '#islands/ui/Price.tsx'
import { statusTag } from '#islands/ui/status-tag.ts'
import { chooseLocation, choosePlan } from '#stores/booking/draft.ts'
import { $planFromLink } from '#stores/booking/open-wizard.ts'
import { ChoiceGroup } from './ChoiceGroup.tsx'
import type { Offering } from './offering.ts'
import { People } from './People.tsx'
import { StepHeading } from './StepHeading.tsx'
import { getChosenLocation, getChosenPlan, type Wizard } from './wizard.ts'

/** Before the script loads, submitting forms the URL that makes the same choice. */
export function LocationAndPlanStep({ wizard }: { wizard: Wizard }) {
  const linkedPlan = useStore($planFromLink, { ssr: 'initial' })
  const isPlanFirst = wizard.offering.plans.some(({ id, available }) => available && id === linkedPlan)
  return (
    <>
      {isPlanFirst ? (
        <>
          <LinkedPlan wizard={wizard} />
          <Locations wizard={wizard} />
        </>
      ) : (
        <>
          <Locations wizard={wizard} isFirst />
          <Plans wizard={wizard} />
        </>
      )}
      <People wizard={wizard} />
    </>
  )
}

function Locations({ wizard, isFirst = false }: { wizard: Wizard; isFirst?: boolean }) {
  const { offering, draft, errorOf } = wizard
  const plan = isFirst ? undefined : getChosenPlan(wizard)
  return (
    <ChoiceGroup
      id="locationId"
      className={isFirst ? '' : 'mt-8'}
      legend={
        <legend className="mb-5">
          {isFirst ? (
            <StepHeading wizard={wizard}>{CHOOSE_LOCATION}</StepHeading>
          ) : (
            <h2 className="display-3">{CHOOSE_LOCATION}</h2>
          )}
        </legend>
      }
      error={errorOf('locationId')}
    >
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1 max-sm:gap-2">
        {offering.locations.map(({ id, name, address, capacity, photo, available, status }) => (
          <Choice
            key={id}
            // The draft, not the browser, restores choices.
            autoComplete="off"
            className="max-sm:py-2.5 max-sm:pr-2.5"
            name="location"
            id={id === findFirstOpen(offering.locations) ? 'locationId' : undefined}
            value={id}
            checked={draft.locationId === id}
            disabled={!available}
            onChange={() => chooseLocation(id)}
          >
            <span className={`photo size-24 flex-none max-sm:size-14 ${available ? '' : 'opacity-75 grayscale-90'}`}>
              <img src={photo} alt="" width={96} height={96} fetchPriority="low" />
            </span>
            <ChoiceText name={<NameWithStatus {...{ name, available, status }} />}>
              <ChoiceDetail>
                {address}. <span className="num">{capacity} seats</span>
              </ChoiceDetail>
              {plan && available && <PriceAt locationId={id} plan={plan} wizard={wizard} />}
            </ChoiceText>
          </Choice>
        ))}
      </div>
    </ChoiceGroup>
  )
}

function Plans({ wizard }: { wizard: Wizard }) {
  return (
    <ChoiceGroup
      id="planId"
      className="mt-10 max-sm:mt-8"
      legend={
        <legend className="mb-5">
          <h2 className="display-3">{CHOOSE_PLAN}</h2>
        </legend>
      }
      hint={<PriceNote wizard={wizard} />}
      error={wizard.errorOf('planId')}
    >
      <PlanChoices wizard={wizard} plans={wizard.offering.plans} />
    </ChoiceGroup>
  )
}

function PriceNote({ wizard }: { wizard: Wizard }) {
  const location = getChosenLocation(wizard)
  return (
    <p className="soft -mt-2 mb-5">{location ? `Prices at ${location.name}.` : 'The price depends on the location.'}</p>
  )
}

/** The plan that was chosen on another page comes first; the others are shown on request. */
function LinkedPlan({ wizard }: { wizard: Wizard }) {
  const { offering, draft, errorOf } = wizard
  const linkedPlan = useStore($planFromLink)
  const [isOpen, setOpen] = useState(false)
  const showsAll = isOpen || draft.planId !== linkedPlan
  const choices = useRef<HTMLDivElement>(null)
  return (
    <ChoiceGroup
      id="planId"
      legend={
        <legend className="mb-5">
          <StepHeading wizard={wizard}>{draft.planId ? 'Your plan' : CHOOSE_PLAN}</StepHeading>
        </legend>
      }
      hint={<PriceNote wizard={wizard} />}
      error={errorOf('planId')}
    >
      <div ref={choices}>
        <PlanChoices
          wizard={wizard}
          plans={showsAll ? offering.plans : offering.plans.filter(({ id }) => id === linkedPlan)}
        />
      </div>
      {!showsAll && (
        <LinkButton
          className="link mt-1 min-h-11"
          onClick={() => {
            setOpen(true)
            choices.current?.querySelector('input')?.focus()
          }}
        >
          Choose another plan
        </LinkButton>
      )}
    </ChoiceGroup>
  )
}

function PlanChoices({ wizard, plans }: { wizard: Wizard; plans: Offering['plans'] }) {
  return (
    <div className="grid gap-2.5 max-sm:gap-2">
      {plans.map((plan) => (
        <Choice
          key={plan.id}
          // The draft, not the browser, restores choices.
          autoComplete="off"
          className="flex-wrap gap-y-0 max-sm:py-2.5"
          name="plan"
          id={plan.id === findFirstOpen(plans) ? 'planId' : undefined}
          value={plan.id}
          checked={wizard.draft.planId === plan.id}
          disabled={!plan.available}
          onChange={() => choosePlan(plan.id)}
        >
          <ChoiceText name={<NameWithStatus {...plan} />}>
            <ChoiceDetail>
              <b className="font-med">{plan.subtitle}</b>. {plan.description}
            </ChoiceDetail>
          </ChoiceText>
          <PlanPrice plan={plan} wizard={wizard} />
          <Promotion plan={plan} wizard={wizard} />
        </Choice>
      ))}
    </div>
  )
}

const NameWithStatus = ({ name, ...choice }: Pick<Offering['plans'][number], 'name' | 'available' | 'status'>) => (
  <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
    {name}
    {!choice.available && <span className={statusTag(choice)}>{choice.status}</span>}
  </span>
)

const CHOOSE_LOCATION = 'Choose a location'
const CHOOSE_PLAN = 'Choose a plan'

const findFirstOpen = (choices: readonly { id: string; available: boolean }[]) =>
  choices.find(({ available }) => available)?.id

interface PlanProps {
  plan: Offering['plans'][number]
  wizard: Wizard
}

/** At this location, for the chosen billing period if it is sold there. */
function findPrice(locationId: string, plan: PlanProps['plan'], { offering, draft }: Wizard) {
  const prices = pricesAt(offering.prices, locationId)
  const chosenPeriod = periodFor(plan.id, draft.billing)
  const period = planPrice(prices, plan.id, chosenPeriod) === undefined ? 'monthly' : chosenPeriod
  const price = planPrice(prices, plan.id, period)
  return price === undefined ? undefined : { price, period, originalDaily: prices.explorer.originalDaily }
}

function PriceAt({ locationId, plan, wizard }: PlanProps & { locationId: string }) {
  const found = findPrice(locationId, plan, wizard)
  return (
    found && (
      <span className="num mt-1 block font-strong text-small">
        {npr(found.price)} {PER_PERIOD[found.period]}
      </span>
    )
  )
}

/** At the chosen location; before one is chosen from the lowest to the highest of all. The width moves no text beside it. */
function PlanPrice({ plan, wizard }: PlanProps) {
  const found = listPrices(plan, wizard, wizard.draft.locationId)
  const [lowest, highest] = [found[0], found.at(-1)]
  if (!plan.available || !lowest || !highest) return null
  const { price, period, originalDaily } = lowest
  const isRange = highest.price > price
  return (
    <span className="grid min-w-32 justify-items-end text-ink-2 text-small *:first:text-ink max-380:min-w-0">
      <span className="grid h-8 items-end">
        <Price className={isRange ? 'text-menu max-380:text-subhead' : 'text-32'} amount={price} to={highest.price} />
      </span>
      <span>
        {!isRange && hasPromotion(plan) && originalDaily !== undefined && (
          <s className="num mr-1.5 text-ink-3">
            <span className="visually-hidden">Instead of </span>
            {npr(originalDaily)}
          </s>
        )}
        {PER_PERIOD[period]}
      </span>
    </span>
  )
}

/** At the location; without one at all open ones, the lowest first. */
function listPrices(plan: PlanProps['plan'], wizard: Wizard, locationId: string | null) {
  const locations = wizard.offering.locations.filter(({ id, available }) =>
    locationId ? id === locationId : available,
  )
  return locations.flatMap(({ id }) => findPrice(id, plan, wizard) ?? []).toSorted((a, b) => a.price - b.price)
}

const hasPromotion = ({ id, promotion }: PlanProps['plan']) => isDayPass(id) && promotion

/** Below the row. On phones the saving takes its line even where there is none, so that a choice of location moves no card. */
function Promotion({ plan, wizard }: PlanProps) {
  const { locationId } = wizard.draft
  const [saving] = listSavings(plan, wizard, locationId)
  if (!hasPromotion(plan) || saving === undefined) return null
  return (
    <span className="basis-full pl-9.5 max-380:pl-8">
      <ChoiceDetail>
        <span className="block max-sm:min-h-2lh">
          {saving > 0 ? (
            <>
              {plan.promotion}.{' '}
              <span className="font-strong text-pipal max-sm:block">
                You save {!locationId && 'up to '}
                {npr(saving)}
              </span>
            </>
          ) : (
            'The price includes all taxes'
          )}
        </span>
      </ChoiceDetail>
    </span>
  )
}

/** The highest first. */
const listSavings = (plan: PlanProps['plan'], wizard: Wizard, locationId: string | null) =>
  listPrices(plan, wizard, locationId)
    .map(({ price, originalDaily }) => dayPassSaving({ daily: price, originalDaily }))
    .toSorted((a, b) => b - a)
