import { atom } from 'nanostores'
import { type BookingDraft, EMPTY_DRAFT, parsePeople, readDraft } from '#domain/booking-draft.ts'
import { parseIsoDate } from '#domain/calendar.ts'
import type { Catalogue } from '#domain/catalogue.ts'
import { type ListedClosure, withClosures } from '#domain/closure.ts'
import { type LocationId, parseLocationId } from '#domain/location.ts'
import { type PlanId, parseBilling, parsePlanId } from '#domain/plan.ts'
import { $closures, loadClosures } from '../closures.ts'
import { WITHOUT_SERVER } from '../edition.ts'
import { environment } from '../environment.ts'
import { loadSite } from '../site.ts'
import { readTabValue, writeTabValue } from '../storage.ts'
import { $catalogue, refreshPrices } from './catalogue.ts'
import { $draft, changeDraft, resetDraft } from './draft.ts'
import { loadHeldSeat } from './held-seat.ts'
import { dismissFailure, resetRedirect } from './placement.ts'
import { PREFILL_KEY } from './prefill.ts'
import { restoreRenewal, startRenewal } from './renewal.ts'
import { $chosenRoom } from './room.ts'
import { goToStep, hideProblems, syncStepWithUrl } from './step.ts'

/** Choices of the link that cannot be booked, shown above step 1 (`Private Office: Reserved`). */
export const $unavailableChoices = atom<readonly string[]>([])

export const $planFromLink = atom<PlanId | null>(null)
export const $locationFromLink = atom<LocationId | undefined>(undefined)

/** The last cleared draft, until something is chosen again. */
export const $clearedDraft = atom<BookingDraft | null>(null)

/** Starts the wizard. Returns a function that stops it. */
export function openWizard(catalogue: Catalogue): () => void {
  // Tours need a server.
  if (WITHOUT_SERVER && environment().address().hash === '#tour') {
    environment().replace('/contact')
    return () => {}
  }
  $catalogue.set(catalogue)
  const stopClosures = $closures.subscribe(applyClosures)
  restoreRenewal()
  void loadHeldSeat()
  applyQuery()
  applyPrefill()
  $unavailableChoices.set(removeUnavailableChoices(catalogue))
  resetRedirect()
  const stopSync = syncStepWithUrl()
  const stopListening = $draft.listen((draft) => {
    dismissFailure()
    $unavailableChoices.set([])
    if (draft !== EMPTY_DRAFT) $clearedDraft.set(null)
  })
  const stopListeningToRoom = $chosenRoom.listen(dismissFailure)
  void refreshPrices()
  void loadClosures()
  void loadSite()
  return () => {
    stopListeningToRoom()
    stopSync()
    stopListening()
    stopClosures()
  }
}

function applyClosures(closures: readonly ListedClosure[]): void {
  const catalogue = $catalogue.get()
  $catalogue.set({ ...catalogue, locations: withClosures(catalogue.locations, closures) })
}

/** Clears the wizard; can be undone until something is chosen. */
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

const QUERY_PARAMETERS = ['plan', 'billing', 'location', 'start', 'seats']

/** Applies `?plan=`, `&billing=`, `&location=`, `&start=` and `&seats=` once and removes them from the address. */
function applyQuery(): void {
  const address = environment().address()
  const query = address.searchParams
  const plan = parsePlanId(query.get('plan'))
  // A link that names a plan shows its monthly price, also if an earlier draft had another period.
  const period = parseBilling(query.get('billing')) ?? (plan && 'monthly')
  const location = parseLocationId(query.get('location'))
  const startDate = parseIsoDate(query.get('start'))
  const seats = parsePeople(Number(query.get('seats')))
  if (!QUERY_PARAMETERS.some((name) => query.has(name))) return
  for (const name of QUERY_PARAMETERS) query.delete(name)
  environment().showAddress(address, 'replace')
  changeDraft({
    ...(plan && { planId: plan }),
    ...(period && { billing: period }),
    ...(location && { locationId: location }),
    ...(startDate && { startDate, endDate: '' }),
    ...(seats && { seats }),
  })
  $planFromLink.set(plan ?? null)
  $locationFromLink.set(location)
}

/** Applies the choices of an earlier booking once. */
function applyPrefill(): void {
  const prefill = readTabValue(PREFILL_KEY) as { draft?: unknown; renewal?: object } | null | undefined
  if (!prefill) return
  writeTabValue(PREFILL_KEY, undefined)
  changeDraft(readDraft(prefill.draft))
  startRenewal(prefill.renewal ?? {})
}

/** Removes choices that cannot be booked and returns a message for each. */
function removeUnavailableChoices({ locations, plans }: Catalogue): string[] {
  const { locationId, planId } = $draft.get()
  const location = locations.find(({ id, available }) => id === locationId && !available)
  const plan = plans.find(({ id, available }) => id === planId && !available)
  if (location || plan) changeDraft({ ...(location && { locationId: '' }), ...(plan && { planId: '' }) })
  return [location, plan].flatMap((choice) => (choice ? `${choice.name}: ${choice.status}` : []))
}
