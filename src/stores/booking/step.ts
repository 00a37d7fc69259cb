import { atom, computed } from 'nanostores'
import {
  type DraftProblems,
  getProblemsInStep,
  nextStep,
  previousStep,
  STEPS,
  type Step,
} from '#domain/booking-draft.ts'
import { WITHOUT_SERVER } from '../edition.ts'
import { environment } from '../environment.ts'
import { $problems } from './quote.ts'
import { $renewal } from './renewal.ts'
import { $fullDays, loadDraftSeats } from './seats.ts'

/** The current step, never beyond one that is incomplete. */
export const $step = atom<Step>(1)

/** Location and plan of a renewal cannot be chosen. */
export const $firstStep = computed($renewal, (renewal): Step => (renewal ? 2 : 1))

/** Whether the form of a tour (`#tour`) is shown instead of the steps. */
export const $isTourShown = atom(false)

/** Steps that the visitor tried to leave: only their problems are shown. */
export const $attemptedSteps = atom<ReadonlySet<Step>>(new Set())

/** Continues, or shows what is missing and returns false. Checks full days again before rejecting them. */
export async function goToNextStep(): Promise<boolean> {
  const step = $step.get()
  if (hasProblems(step, $problems.get())) {
    showProblems(step)
    return false
  }
  if (step === 2 && $fullDays.get().length > 0) {
    await loadDraftSeats()
    if ($fullDays.get().length > 0) return false
  }
  goToStep(nextStep(step))
  return true
}

export const goToPreviousStep = (): void => goToStep(previousStep($step.get()))

/** Each step has an address (`#step-2`), so that the browser's back and forward buttons work. */
export function goToStep(step: Step): void {
  $isTourShown.set(false)
  showStep(findReachableStep(step, $problems.get()), 'push')
}

export const showProblems = (step: Step): void => $attemptedSteps.set(new Set([...$attemptedSteps.get(), step]))
export const hideProblems = (): void => $attemptedSteps.set(new Set())

/** Shows the step or the form that the URL names. Returns a function that stops. */
export function syncStepWithUrl(): () => void {
  const showStepFromUrl = () => {
    const address = environment().address()
    $isTourShown.set(isTour(address))
    showStep(findReachableStep(isTour(address) ? $step.get() : parseStep(address), $problems.get()), 'replace')
  }
  showStepFromUrl()
  const stopListening = environment().onAddressChange(showStepFromUrl)
  // Another tab may clear the draft.
  const stopProblems = $problems.listen((problems) => showStep(findReachableStep($step.get(), problems), 'replace'))
  return () => {
    stopListening()
    stopProblems()
  }
}

const hasProblems = (step: Step, problems: DraftProblems): boolean =>
  Object.keys(getProblemsInStep(step, problems)).length > 0

const findReachableStep = (requested: Step, problems: DraftProblems): Step =>
  STEPS.find((step) => step >= $firstStep.get() && (step >= requested || hasProblems(step, problems))) ?? requested

function showStep(step: Step, entry: 'push' | 'replace'): void {
  const address = environment().address()
  if (!$isTourShown.get() && (isTour(address) || parseStep(address) !== step)) {
    address.hash = `step-${step}`
    environment().showAddress(address, entry)
  }
  $step.set(step)
}

const isTour = (address: URL): boolean => !WITHOUT_SERVER && address.hash === '#tour'

const parseStep = (address: URL): Step => STEPS.find((step) => address.hash === `#step-${step}`) ?? 1
