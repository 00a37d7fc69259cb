import { atom } from 'nanostores'
import type { Output } from '#contract/endpoint.ts'
import { type Failure, formatFailure, type Outcome } from '#contract/failure.ts'
import type { previewOwnMove } from '#contract/move-booking.ts'
import { environment } from '../environment.ts'
import { withIdempotencyKey } from '../idempotency-key.ts'
import { customerLedger } from '../ledger/customer.ts'
import { getYourCredentials, payYourBooking, refreshYourBooking, showYourBooking } from './your-booking.ts'

type MovePreview = Output<typeof previewOwnMove>

/** The form in which a customer chooses other dates. */
interface MoveForm {
  startDate: string
  preview?: MovePreview
  /** Beside the date. */
  dateProblem?: string | undefined
  problem?: string
  sending?: true
}

export const $moveForm = atom<MoveForm | null>(null)

/** How a change has ended: one that was paid from the address that the payment screen opens. */
type ChangeResult = 'moved' | 'not_moved' | 'kept' | 'hours_added' | 'hours_not_added'
export const $changeResult = atom<ChangeResult | null>(null)

const RESULTS: Partial<Record<string, ChangeResult | null>> = {
  '#open': null,
  '#applied': 'moved',
  '#expired': 'not_moved',
  '#hours-open': null,
  '#hours-applied': 'hours_added',
  '#hours-expired': 'hours_not_added',
}

/** Reads the result of a paid change, and removes it from the address. */
export function readChangeResult(): void {
  const address = environment().address()
  const result = RESULTS[address.hash]
  if (result === undefined) return
  $changeResult.set(result)
  address.hash = ''
  environment().showAddress(address, 'replace')
}

export function openMoveForm(): void {
  $changeResult.set(null)
  $moveForm.set({ startDate: '' })
}

export const closeMoveForm = (): void => $moveForm.set(null)

/** Shows what a move to this day would change. */
export async function chooseStart(startDate: string): Promise<void> {
  $moveForm.set({ startDate })
  const credentials = getYourCredentials()
  if (!credentials || startDate === '') return
  const response = await customerLedger.previewMove(credentials, startDate)
  if ($moveForm.get()?.startDate !== startDate) return
  $moveForm.set(response.ok ? { startDate, preview: response.value } : { startDate, ...describe(response.failure) })
  if (!response.ok) await refreshIfChanged(response.failure)
}

/** Moves the booking, or opens the payment of a move to dearer days. */
export async function confirmMove(): Promise<void> {
  const form = $moveForm.get()
  const credentials = getYourCredentials()
  if (!form?.preview || form.sending || !credentials) return
  const { startDate, difference } = form.preview
  const request = { startDate, expectedDifference: difference }
  $moveForm.set({ ...form, sending: true })
  const response = await withIdempotencyKey(['move', credentials.bookingId, request], (key) =>
    customerLedger.move(credentials, request, key),
  )
  if (!response.ok) return handleFailure(form, response)
  const { booking, change } = response.value
  closeMoveForm()
  showYourBooking(booking)
  if (change) payYourBooking()
  else $changeResult.set('moved')
}

/** Ends a move that waits for its payment. Returns why that failed, if it did. */
export async function keepOldDates(): Promise<string | undefined> {
  const credentials = getYourCredentials()
  if (!credentials) return undefined
  const response = await withIdempotencyKey(['keep-dates', credentials.bookingId], (key) =>
    customerLedger.dropMove(credentials, key),
  )
  if (response.ok) {
    showYourBooking(response.value)
    $changeResult.set('kept')
    return undefined
  }
  const { failure } = response
  await refreshIfChanged(failure)
  return formatFailure(failure)
}

/** The booking may have been moved or cancelled on another device. */
async function refreshIfChanged({ code }: Failure): Promise<void> {
  if (code === 'wrong_state' || code === 'not_found') await refreshYourBooking()
}

async function handleFailure(form: MoveForm, { failure }: Extract<Outcome<never>, { ok: false }>): Promise<void> {
  // The price has changed since it was shown.
  if (failure.code === 'changed_meanwhile') {
    await chooseStart(form.startDate)
    const current = $moveForm.get()
    if (current)
      $moveForm.set({ ...current, problem: 'The price of these dates has changed. Check it, then continue.' })
    return
  }
  $moveForm.set({ ...form, ...describe(failure) })
  await refreshIfChanged(failure)
}

const describe = (failure: Failure): Pick<MoveForm, 'dateProblem' | 'problem'> =>
  failure.fields?.startDate ? { dateProblem: failure.fields.startDate } : { problem: formatFailure(failure) }
