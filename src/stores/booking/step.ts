import { atom } from 'nanostores'
import { type DraftProblems, getProblemsInStep, nextStep, previousStep, STEPS, type Step } from '#domain/draft.ts'
import { environment } from '../environment.ts'
import { $problems } from './quote.ts'
import { $fullDays, loadDraftSeats } from './seats.ts'

/** The step on show: never beyond one that still lacks something. */
export const $step = atom<Step>(1)

/** Steps that the visitor tried to leave forwards: only their problems are shown. */
export const $attemptedSteps = atom<ReadonlySet<Step>>(new Set())

/** Goes on, or shows what is lacking; false in that case. Full days are asked about once more before they refuse. */
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

/** Each step has an address (`#step-2`), so that the browser's own back and forward buttons move between steps. */
export const goToStep = (step: Step): void => showStep(findReachableStep(step, $problems.get()), 'push')

export const showProblems = (step: Step): void => $attemptedSteps.set(new Set([...$attemptedSteps.get(), step]))
export const hideProblems = (): void => $attemptedSteps.set(new Set())

/** Takes the step from the address and follows it from then on; gives the way to stop. */
export function syncStepWithUrl(): () => void {
  const follow = () => showStep(findReachableStep(parseStep(environment().address()), $problems.get()), 'replace')
  follow()
  const stopListening = environment().onAddressChange(follow)
  // Another tab may empty the draft under this one.
  const stopRetreating = $problems.listen((problems) => showStep(findReachableStep($step.get(), problems), 'replace'))
  return () => {
    stopListening()
    stopRetreating()
  }
}

const hasProblems = (step: Step, problems: DraftProblems): boolean =>
  Object.keys(getProblemsInStep(step, problems)).length > 0

const findReachableStep = (wanted: Step, problems: DraftProblems): Step =>
  STEPS.find((step) => step < wanted && hasProblems(step, problems)) ?? wanted

function showStep(step: Step, entry: 'push' | 'replace'): void {
  const address = environment().address()
  if (parseStep(address) !== step) {
    address.hash = `step-${step}`
    environment().showAddress(address, entry)
  }
  $step.set(step)
}

const parseStep = (address: URL): Step => STEPS.find((step) => address.hash === `#step-${step}`) ?? 1
