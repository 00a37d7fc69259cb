import { atom } from 'nanostores'
import { isoDate } from '#domain/calendar.ts'
import type { Catalogue } from '#domain/catalogue.ts'
import { type BookingDraft, EMPTY_DRAFT } from '#domain/draft.ts'
import { locationId } from '#domain/location.ts'
import { billing, type PlanId, planId } from '#domain/plan.ts'
import { environment } from '../environment.ts'
import { loadSite } from '../site.ts'
import { refreshPrices, setCatalogue } from './catalogue.ts'
import { $draft, changeDraft, resetDraft } from './draft.ts'
import { dismissFailure, resetLeaving } from './placement.ts'
import { goToStep, hideProblems, syncStepWithUrl } from './step.ts'

/** Said above the first step: what was asked for and cannot be booked (`Private Office: Reserved`). */
export const $unavailableChoices = atom<readonly string[]>([])

/** The plan that the visitor chose by the link that opened the wizard. */
export const $planFromLink = atom<PlanId | null>(null)

/** The draft that was emptied last, until something is chosen again. */
export const $clearedDraft = atom<BookingDraft | null>(null)

/** Starts the wizard with what the page was built with; gives the way to stop. */
export function openWizard(catalogue: Catalogue): () => void {
  setCatalogue(catalogue)
  applyQuery()
  $unavailableChoices.set(removeUnavailableChoices(catalogue))
  resetLeaving()
  const stopFollowing = syncStepWithUrl()
  const stopForgetting = $draft.listen((draft) => {
    dismissFailure()
    $unavailableChoices.set([])
    if (draft !== EMPTY_DRAFT) $clearedDraft.set(null)
  })
  void refreshPrices()
  void loadSite()
  return () => {
    stopFollowing()
    stopForgetting()
  }
}

/** Empties the wizard; `bringBack` undoes it as long as nothing new was chosen. */
export function startOver(): void {
  const draft = $draft.get()
  resetDraft()
  $clearedDraft.set(draft)
  $unavailableChoices.set([])
  hideProblems()
  goToStep(1)
}

export function restoreDraft(): void {
  const draft = $clearedDraft.get()
  if (draft) $draft.set(draft)
}

const QUERY_PARAMETERS = ['plan', 'billing', 'location', 'start']

/** `?plan=`, `&billing=`, `&location=` and `&start=` choose once; they are removed, so that a reload changes nothing. */
function applyQuery(): void {
  const address = environment().address()
  const query = address.searchParams
  const plan = planId(query.get('plan'))
  // A link that names a plan shows its monthly price: the period of an earlier draft is not part of that choice.
  const period = billing(query.get('billing')) ?? (plan && 'monthly')
  const location = locationId(query.get('location'))
  const startDate = isoDate(query.get('start'))
  if (!QUERY_PARAMETERS.some((name) => query.has(name))) return
  for (const name of QUERY_PARAMETERS) query.delete(name)
  environment().showAddress(address, 'replace')
  changeDraft({
    ...(plan && { planId: plan }),
    ...(period && { billing: period }),
    ...(location && { locationId: location }),
    ...(startDate && { startDate, endDate: '' }),
  })
  $planFromLink.set(plan ?? null)
}

/** Removes choices that cannot be booked and returns a notice for each. */
function removeUnavailableChoices({ locations, plans }: Catalogue): string[] {
  const { locationId: at, planId: plan } = $draft.get()
  const gone = [locations.find(({ id }) => id === at), plans.find(({ id }) => id === plan)].filter(
    (choice) => choice !== undefined && !choice.available,
  )
  if (gone.length === 0) return []
  changeDraft({
    ...(gone.some((choice) => choice?.id === at) && { locationId: '' }),
    ...(gone.some((choice) => choice?.id === plan) && { planId: '' }),
  })
  return gone.map((choice) => `${choice?.name}: ${choice?.status}`)
}
