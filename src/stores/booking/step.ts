import { atom } from 'nanostores'
import { type DraftProblems, lackingIn, nextStep, previousStep, STEPS, type Step } from '#domain/draft.ts'
import { environment } from '../environment.ts'
import { $problems } from './quote.ts'
import { $fullDays, loadSeatsOfDraft } from './seats.ts'

/** The step on show: never beyond one that still lacks something. */
export const $step = atom<Step>(1)

/** Steps that the visitor tried to leave forwards: only their problems are shown. */
export const $tried = atom<ReadonlySet<Step>>(new Set())

/** Goes on, or shows what is lacking; false in that case. Full days are asked about once more before they refuse. */
export async function next(): Promise<boolean> {
  const step = $step.get()
  if (lacks(step, $problems.get())) {
    showProblems(step)
    return false
  }
  if (step === 2 && $fullDays.get().length > 0) {
    await loadSeatsOfDraft()
    if ($fullDays.get().length > 0) return false
  }
  goTo(nextStep(step))
  return true
}

export const back = (): void => goTo(previousStep($step.get()))

/** Each step has an address (`#step-2`), so that the browser's own back and forward buttons move between steps. */
export const goTo = (step: Step): void => show(reachable(step, $problems.get()), 'push')

export const showProblems = (step: Step): void => $tried.set(new Set([...$tried.get(), step]))
export const hideProblems = (): void => $tried.set(new Set())

/** Takes the step from the address and follows it from then on; gives the way to stop. */
export function followAddress(): () => void {
  const follow = () => show(reachable(stepIn(environment().address()), $problems.get()), 'replace')
  follow()
  const stopListening = environment().onAddressChange(follow)
  // Another tab may empty the draft under this one.
  const stopRetreating = $problems.listen((problems) => show(reachable($step.get(), problems), 'replace'))
  return () => {
    stopListening()
    stopRetreating()
  }
}

const lacks = (step: Step, problems: DraftProblems): boolean => Object.keys(lackingIn(step, problems)).length > 0

const reachable = (wanted: Step, problems: DraftProblems): Step =>
  STEPS.find((step) => step < wanted && lacks(step, problems)) ?? wanted

function show(step: Step, entry: 'push' | 'replace'): void {
  const address = environment().address()
  if (stepIn(address) !== step) {
    address.hash = `step-${step}`
    environment().showAddress(address, entry)
  }
  $step.set(step)
}

const stepIn = (address: URL): Step => STEPS.find((step) => address.hash === `#step-${step}`) ?? 1
