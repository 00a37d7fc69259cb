import { useStore } from '@nanostores/react'
import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import { getBookingInputMessages } from '#contract/booking-input.ts'
import type { Failure } from '#contract/failure.ts'
import {
  type BookingDraft,
  type DraftField,
  type DraftProblems,
  EMPTY_DRAFT,
  FIELDS_OF_STEP,
  getProblemsInStep,
  parsePeople,
  type Step,
} from '#domain/booking-draft.ts'
import type { IsoDate } from '#domain/calendar.ts'
import { type ClosedDays, findNextOpenDay } from '#domain/closed-days.ts'
import { listClosedDays } from '#domain/closure-ranges.ts'
import { later } from '#domain/date-range.ts'
import { type BookableLocation, parseLocationId } from '#domain/location.ts'
import type { Coverage } from '#domain/period.ts'
import { parsePlanId } from '#domain/plan.ts'
import type { Quote } from '#domain/quote.ts'
import { earliestStart, type Sales } from '#domain/same-day.ts'
import { $catalogue } from '#stores/booking/catalogue.ts'
import { $draft, chooseLocation, choosePlan, chooseSeats } from '#stores/booking/draft.ts'
import { openWizard } from '#stores/booking/open-wizard.ts'
import { $placement, type Placement } from '#stores/booking/placement.ts'
import { $problems, $quote } from '#stores/booking/quote.ts'
import { $renewal, type Renewal } from '#stores/booking/renewal.ts'
import { $fullDays } from '#stores/booking/seats.ts'
import { $attemptedSteps, $firstStep, $isTourShown, $step } from '#stores/booking/step.ts'
import { $waitingRequest, type WaitingRequest } from '#stores/booking/waiting-request.ts'
import type { Offering } from './offering.ts'

export interface Wizard {
  /** False until the stores have read the visitor's draft. */
  isHydrated: boolean
  offering: Offering
  step: Step
  firstStep: Step
  /** The form of a tour is shown instead of the step. */
  isTour: boolean
  draft: BookingDraft
  quote: Quote | undefined
  /** The days covered, if the dates are valid. */
  coverage: Coverage | undefined
  /** What prevents leaving the current step. */
  problems: DraftProblems
  /** The message to show beside a field, if any. */
  errorOf: (field: DraftField) => string | undefined
  /** All messages of the step after an attempt to continue, by field. */
  errors: Partial<Record<DraftField, string>>
  /** Days of the choice that are known to be full. */
  fullDays: readonly IsoDate[]
  placement: Placement
  failure: Failure | undefined
  /** The membership period that is renewed; location, plan, billing and dates are then fixed. */
  renewal: Renewal | null
  /** The request for the waiting list of the chosen day, if any. */
  waitingRequest: WaitingRequest | undefined
}

/** Opens the stores in the browser; the first render shows the page as built. */
export function useWizard(offering: Offering, root: RefObject<HTMLElement | null>): Wizard {
  const [isHydrated, setHydrated] = useState(false)
  useLayoutEffect(() => {
    const stop = openWizard(offering)
    applyPreHydrationChoices(root.current)
    setHydrated(true)
    return stop
  }, [offering, root])
  const { prices, locations } = useStore($catalogue)
  const current = useMemo(() => addCurrent(offering, prices, locations), [offering, prices, locations])
  const step = useStore($step)
  const problems = useStore($problems)
  const placement = useStore($placement)
  const isAttempted = useStore($attemptedSteps).has(step)
  const draft = useStore($draft)
  const request = useStore($waitingRequest)
  const stored = {
    draft,
    quote: useStore($quote),
    fullDays: useStore($fullDays),
    renewal: useStore($renewal),
    firstStep: useStore($firstStep),
    isTour: useStore($isTourShown),
    waitingRequest: request?.locationId === draft.locationId && request.day === draft.startDate ? request : undefined,
  }
  if (!isHydrated) return createStaticWizard(offering)
  const stepProblems = getProblemsInStep(step, problems)
  const messages = getBookingInputMessages(stepProblems, stored.draft, current)
  const failure = placement.state === 'failed' ? placement.failure : undefined
  const errorOf = (field: DraftField) => {
    const problem = stepProblems[field]
    // Invalid input is shown immediately; missing or partial input after an attempt to continue.
    if (problem && (isAttempted || (problem !== 'missing' && step !== 4))) return messages[field]
    return failure?.fields?.[field]
  }
  return {
    ...stored,
    isHydrated,
    offering: current,
    step,
    coverage: problems.startDate || problems.endDate ? undefined : stored.quote?.coverage,
    problems: stepProblems,
    placement,
    failure,
    errorOf,
    errors: isAttempted || failure ? listErrors(step, errorOf) : {},
  }
}

const listErrors = (step: Step, errorOf: Wizard['errorOf']): Wizard['errors'] =>
  Object.fromEntries(
    FIELDS_OF_STEP[step].flatMap((field) => {
      const text = errorOf(field)
      return text ? [[field, text]] : []
    }),
  )

/** Adds the prices and closed days that have loaded. */
function addCurrent(offering: Offering, prices: Offering['prices'], catalogued: readonly BookableLocation[]): Offering {
  const locations = offering.locations.map((location) => ({
    ...location,
    closures: catalogued.find(({ id }) => id === location.id)?.closures,
  }))
  return { ...offering, prices, locations }
}

/** Applies choices that the visitor made before hydration. */
function applyPreHydrationChoices(root: HTMLElement | null): void {
  const readChecked = (name: string) => root?.querySelector<HTMLInputElement>(`input[name=${name}]:checked`)?.value
  const [location, plan] = [parseLocationId(readChecked('location')), parsePlanId(readChecked('plan'))]
  if (location) chooseLocation(location)
  if (plan) choosePlan(plan)
  // The page is built with one person, which chooses nothing.
  const seats = parsePeople(Number(root?.querySelector<HTMLInputElement>('#seats')?.value))
  if (seats && seats > 1) chooseSeats(seats)
}

const createStaticWizard = (offering: Offering): Wizard => ({
  isHydrated: false,
  offering,
  step: 1,
  firstStep: 1,
  isTour: false,
  draft: EMPTY_DRAFT,
  quote: undefined,
  coverage: undefined,
  problems: { locationId: 'missing', planId: 'missing' },
  errorOf: () => undefined,
  errors: {},
  fullDays: [],
  placement: { state: 'idle' },
  failure: undefined,
  renewal: null,
  waitingRequest: undefined,
})

/** Whether seats are missing. A failure with fields is about a room. */
export const isSoldOut = ({ fullDays, failure }: Wizard): boolean =>
  fullDays.length > 0 || (failure?.code === 'sold_out' && !failure.fields)

/** A renewal cannot have another day. */
export const needsAnotherDay = ({ step, fullDays, problems, renewal }: Wizard): boolean =>
  step === 2 && !renewal && (fullDays.length > 0 || problems.startDate === 'closed_day')

/** The next open start where the chosen one is closed, and the end if it is not before that. */
export function findNextOpenStart(
  wizard: Wizard,
  sales: Sales,
): { startDate: IsoDate; endDate: IsoDate | '' } | undefined {
  const { startDate, endDate } = wizard.draft
  const location = getChosenLocation(wizard)
  if (!location || !startDate || wizard.problems.startDate !== 'closed_day') return
  const day = findNextOpenDay(location, later(earliestStart(sales, location.id), startDate))
  return { startDate: day, endDate: endDate < day ? '' : endDate }
}

export const getChosenLocation = ({ offering, draft }: Wizard) =>
  offering.locations.find(({ id }) => id === draft.locationId)
export const getChosenPlan = ({ offering, draft }: Wizard) => offering.plans.find(({ id }) => id === draft.planId)

/** The closed days that the booking covers. */
export function getClosedDays(wizard: Wizard): readonly ClosedDays[] {
  const location = getChosenLocation(wizard)
  return location && wizard.coverage ? listClosedDays(location, wizard.coverage) : []
}
