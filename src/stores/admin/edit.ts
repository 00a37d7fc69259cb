import { type Failure, type FailureCode, formatFailure, type Outcome, succeed } from '#contract/failure.ts'
import { diffFields } from '#domain/audit.ts'
import { isOutcomeUnknown } from '../api.ts'
import { clearDraft, getDraft, hasDraftUnder, saveDraft } from './form-drafts.ts'
import { recordOwnAction } from './own-actions.ts'

export interface ActionState {
  busy: boolean
  fields: Readonly<Record<string, string>>
  problem?: string
}

export const IDLE: ActionState = { busy: false, fields: {} }

export const getFailedState = (failure: Failure): ActionState => ({
  busy: false,
  fields: failure.fields ?? {},
  ...(!failure.fields && { problem: formatFailure(failure) }),
})

/** The record was changed elsewhere, possibly as requested. */
const STALE_CODES: readonly FailureCode[] = ['not_found', 'already_done']

/** Returns success where the re-read record shows that a change with an unknown or stale outcome is applied. */
export async function resolveUnknownOutcome<Value>(
  outcome: Outcome<Value>,
  findApplied: () => Promise<Value | undefined>,
): Promise<Outcome<Value>> {
  if (outcome.ok || !(isOutcomeUnknown(outcome.failure) || STALE_CODES.includes(outcome.failure.code))) return outcome
  const value = await findApplied()
  return value === undefined ? outcome : succeed(value)
}

/** Whether a record has all requested values. The server trims texts. */
export const isApplied = (current: object, requested: object): boolean =>
  Object.keys(diffFields(trimTexts(requested), { ...current }).before).length === 0

const trimTexts = (requested: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(requested).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  )

/** Records with an action in progress, also while another record is open. */
const pendingIds = new Set<string>()

export const isPending = (id: string | undefined): boolean => id !== undefined && pendingIds.has(id)

/** Runs an action on a record without toasts about its booking. */
export async function runPending<Value>(id: string, bookingId: string, run: () => Promise<Value>): Promise<Value> {
  pendingIds.add(id)
  recordOwnAction(bookingId)
  const value = await run()
  recordOwnAction(bookingId)
  pendingIds.delete(id)
  return value
}

/** The name of the open form; `isAway` until it is opened again. */
export type SavedForm<Context> = { form: string; isAway?: true } & Context

/** Stores which form of a record is open. Its fields are drafts named below it. */
export function createSavedForms<Context>(kind: 'booking' | 'payment') {
  const getName = (id: string): string => `${kind}/${id}/act`
  const read = (id: string | undefined) => (id ? getDraft<SavedForm<Context>>(getName(id)) : undefined)
  const save = (id: string, form: SavedForm<Context>): void => saveDraft(getName(id), form)
  const clear = (id: string | undefined): void => {
    if (id) clearDraft(getName(id))
  }
  /** Stores the form if anything was typed in it, and returns whether it was. */
  const stash = (id: string | undefined): boolean => {
    const form = read(id)
    const hasInput = id !== undefined && form !== undefined && hasDraftUnder(getName(id))
    if (hasInput) save(id, { ...form, isAway: true })
    else clear(id)
    return hasInput
  }
  return { getName, read, save, clear, stash }
}
