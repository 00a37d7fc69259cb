import { useStore } from '@nanostores/react'
import { type RefObject, useLayoutEffect, useState } from 'react'
import type { Failure } from '#contract/failure.ts'
import { getValidationMessage } from '#contract/validation-messages.ts'
import type { IsoDate } from '#domain/calendar.ts'
import {
  type BookingDraft,
  type DraftField,
  type DraftProblems,
  EMPTY_DRAFT,
  getProblemsInStep,
  type Step,
} from '#domain/draft.ts'
import { locationId } from '#domain/location.ts'
import type { Coverage } from '#domain/period.ts'
import { planId } from '#domain/plan.ts'
import type { Quote } from '#domain/quote.ts'
import { $catalogue } from '#stores/booking/catalogue.ts'
import { $draft, chooseLocation, choosePlan } from '#stores/booking/draft.ts'
import { $clearedDraft, $planFromLink, $unavailableChoices, openWizard } from '#stores/booking/open-wizard.ts'
import { $placement, type Placement } from '#stores/booking/placement.ts'
import { $problems, $quote } from '#stores/booking/quote.ts'
import { $fullDays } from '#stores/booking/seats.ts'
import { $attemptedSteps, $step } from '#stores/booking/step.ts'
import type { Offering } from './offering.ts'

/** All that the wizard shows, as the stores know it at this moment. */
export interface Wizard {
  /** False in the page as it was built and until the stores have read the visitor's draft. */
  live: boolean
  offering: Offering
  step: Step
  draft: BookingDraft
  quote: Quote | undefined
  /** The days covered, once the dates can be had. */
  covered: Coverage | undefined
  /** What keeps the step on show from being left. */
  problems: DraftProblems
  /** The sentence to show beside a field of the step on show, if any. */
  errorOf: (field: DraftField) => string | undefined
  /** Another set each time the visitor wanted to go on and could not. */
  tried: ReadonlySet<Step>
  /** Days of the choice that are known to be full. */
  fullDays: readonly IsoDate[]
  placing: Placement
  failure: Failure | undefined
  notices: readonly string[]
  /** The link that opened the wizard chose the plan of the draft. */
  planFromLink: boolean
  emptied: boolean
}

/** Opens the stores in the browser and follows them; what is rendered first is the page as it was built. */
export function useWizard(offering: Offering, root: RefObject<HTMLElement | null>): Wizard {
  const [live, setLive] = useState(false)
  useLayoutEffect(() => {
    const stop = openWizard(offering)
    applyPreHydrationChoices(root.current)
    setLive(true)
    return stop
  }, [offering, root])
  const { prices } = useStore($catalogue)
  const step = useStore($step)
  const problems = useStore($problems)
  const placing = useStore($placement)
  const known = {
    draft: useStore($draft),
    quote: useStore($quote),
    tried: useStore($attemptedSteps),
    fullDays: useStore($fullDays),
    notices: useStore($unavailableChoices),
    emptied: useStore($clearedDraft) !== null,
  }
  const linkedPlan = useStore($planFromLink)
  if (!live) return createStaticWizard(offering)
  const lacking = getProblemsInStep(step, problems)
  const failure = placing.state === 'failed' ? placing.failure : undefined
  return {
    ...known,
    live,
    offering: { ...offering, prices },
    step,
    covered: problems.startDate || problems.endDate ? undefined : known.quote?.coverage,
    problems: lacking,
    placing,
    failure,
    planFromLink: linkedPlan !== null && linkedPlan === known.draft.planId,
    errorOf: (field) => {
      const problem = lacking[field]
      // A wrong choice is said at once; what is missing or still being typed, when the visitor wants to go on.
      if (problem && (known.tried.has(step) || (problem !== 'missing' && step !== 4)))
        return getValidationMessage(field, problem)
      return failure?.fields?.[field]
    },
  }
}

/** What the visitor pressed on the page as it was built, before anything listened. */
function applyPreHydrationChoices(root: HTMLElement | null): void {
  const pressed = (name: string) => root?.querySelector<HTMLInputElement>(`input[name=${name}]:checked`)?.value
  const [location, plan] = [locationId(pressed('location')), planId(pressed('plan'))]
  if (location) chooseLocation(location)
  if (plan) choosePlan(plan)
}

const createStaticWizard = (offering: Offering): Wizard => ({
  live: false,
  offering,
  step: 1,
  draft: EMPTY_DRAFT,
  quote: undefined,
  covered: undefined,
  problems: { locationId: 'missing', planId: 'missing' },
  errorOf: () => undefined,
  tried: new Set(),
  fullDays: [],
  placing: { state: 'idle' },
  failure: undefined,
  notices: [],
  planFromLink: false,
  emptied: false,
})

/** The first thing that keeps the visitor on the step; undefined on step 4, whose errors are listed above its fields. */
export function getBlockingReason({ problems, fullDays, step }: Wizard): string | undefined {
  if (step === 4) return undefined
  if (problems.locationId && problems.planId) return 'Choose a location and a plan first'
  const [first] = Object.entries(problems)
  if (first) return getValidationMessage(first[0] as DraftField, first[1])
  return step === 2 && fullDays.length > 0 ? 'Choose days with seats left' : undefined
}

export const getChosenLocation = ({ offering, draft }: Wizard) =>
  offering.locations.find(({ id }) => id === draft.locationId)
export const getChosenPlan = ({ offering, draft }: Wizard) => offering.plans.find(({ id }) => id === draft.planId)
