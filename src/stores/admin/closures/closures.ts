import { atom, computed } from 'nanostores'
import { getClosureMessages } from '#contract/admin/closure-messages.ts'
import type { ClosureList } from '#contract/admin/closures.ts'
import type { Failure } from '#contract/failure.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { type ClosureInput, MAX_CLOSURES, readClosureEntries } from '#domain/closure-list.ts'
import { now } from '../../clock.ts'
import { environment } from '../../environment.ts'
import { resolveUnknownOutcome } from '../edit.ts'
import { clearDraft, getDraft, saveDraft } from '../form-drafts.ts'
import { staffLedger } from '../ledger.ts'
import { readPublishing } from '../publishing.ts'
import { requireSession } from '../session/session.ts'
import {
  type AffectedList,
  type ClosureEdit,
  type ClosureRow,
  isSavedList,
  listRows,
  mergeClosureList,
} from './closure-edit.ts'

const EMPTY_EDIT: ClosureEdit = { edits: {}, changedByOthers: [], showProblems: false, busy: false }
export const $closureEdit = atom<ClosureEdit>(EMPTY_EDIT)

export const $rows = computed($closureEdit, listRows)
export const $changeCount = computed($rows, (rows) => rows.filter(({ isChanged }) => isChanged).length)

/** Rows without the entries that a save removes. */
const listRemainingRows = (): ClosureRow[] => $rows.get().filter(({ isRemoved }) => !isRemoved)

export const $isTooLong = computed($rows, () => listRemainingRows().length > MAX_CLOSURES)

/** Error messages by key and field, such as `id.from`, by the rules of the server. Those of the server stay until an edit. */
export const $problems = computed([$closureEdit, $rows], ({ list, failure }): Readonly<Record<string, string>> => {
  const rows = listRemainingRows()
  const { problems } = readClosureEntries(
    rows.map(({ input, saved }) => ({ ...input, id: saved?.id })),
    list?.closures ?? [],
    kathmanduDate(now()),
  )
  return { ...failure?.fields, ...nameByKey(getClosureMessages(problems), rows) }
})

/** Replaces the index in `closures.2.to` by the key of that row. */
const nameByKey = (fields: Readonly<Record<string, string>>, rows: readonly ClosureRow[]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, message]) => {
      const [, index, field] = name.split('.')
      return [`${rows[Number(index)]?.key}.${field}`, message]
    }),
  )

const DRAFT_NAME = 'closures'

$closureEdit.listen(({ list, edits }) => {
  if (Object.keys(edits).length > 0) saveDraft(DRAFT_NAME, { list, edits })
  else if (list) clearDraft(DRAFT_NAME)
})

function restoreDraft(): void {
  const draft = getDraft<{ list: ClosureList; edits: ClosureEdit['edits'] }>(DRAFT_NAME)
  if (draft) $closureEdit.set({ ...EMPTY_EDIT, ...draft })
}

let latestRequest = 0
let loadFailure: Failure | undefined
let wasChangedMeanwhile = false

export async function readClosureEdit(): Promise<void> {
  if (!$closureEdit.get().list) restoreDraft()
  void readPublishing()
  await loadClosureList()
}

export async function loadClosureList(): Promise<void> {
  const request = ++latestRequest
  const outcome = await requireSession(staffLedger.closures({}))
  if (request !== latestRequest) return
  if ($closureEdit.get().busy) wasChangedMeanwhile = true
  else if (outcome.ok) mergeList(outcome.value)
  else {
    loadFailure = outcome.failure
    $closureEdit.set({ ...$closureEdit.get(), failure: loadFailure })
  }
}

/**
 * An open list of affected bookings stays: saving with its key checks it again. The failure of a save stays while its
 * list is current, because bookings and tours load it too.
 */
function mergeList(current: ClosureList): void {
  const { affected, failure, list } = $closureEdit.get()
  const isOfSave = failure !== loadFailure && list?.version === current.version
  $closureEdit.set({
    ...mergeClosureList($closureEdit.get(), current),
    ...(affected && { affected }),
    ...(failure && isOfSave && { failure }),
  })
}

/** Reads a list that a colleague saved; unsaved changes remain, and the changed entries are marked. */
export async function receiveClosures(version: number): Promise<void> {
  const { list, busy } = $closureEdit.get()
  if (list?.version !== version && !busy) void readPublishing()
  await loadClosureList()
  const { failure, ...edit } = $closureEdit.get()
  if (!failure && edit.changedByOthers.length > 0) $closureEdit.set({ ...edit, failure: { code: 'changed_meanwhile' } })
}

export const refreshClosuresOnReturn = (): (() => void) => environment().onReturn(() => void readClosureEdit())

function setEdits(edits: ClosureEdit['edits']): void {
  const { failure: _, saved: __, ...before } = $closureEdit.get()
  $closureEdit.set({ ...before, edits })
}

export function editRow({ key, input }: ClosureRow, change: Partial<ClosureInput>): void {
  setEdits({ ...$closureEdit.get().edits, [key]: { input: { ...input, ...change } } })
}

/** Adds an empty entry and returns its key. */
export function addRow(): string {
  const day = kathmanduDate(now())
  const key = crypto.randomUUID()
  setEdits({
    ...$closureEdit.get().edits,
    [key]: { input: { locationId: null, from: day, to: day, reason: '', hours: null } },
  })
  return key
}

export type NewEntry = Omit<ClosureInput, 'id'>

/** Adds entries, without those of which the list already has days. Returns those that were added. */
export function addEntries(entries: readonly NewEntry[]): readonly NewEntry[] {
  const known = listRemainingRows().map(({ input }) => input)
  const added: NewEntry[] = []
  for (const entry of entries)
    if (![...known, ...added].some((other) => coversSameDays(entry, other))) added.push(entry)
  if (added.length > 0)
    setEdits({
      ...$closureEdit.get().edits,
      ...Object.fromEntries(added.map((input) => [crypto.randomUUID(), { input }])),
    })
  return added
}

const coversSameDays = (one: NewEntry, other: NewEntry): boolean =>
  one.locationId === other.locationId && one.from <= other.to && other.from <= one.to

/** A saved entry is removed by the next save, a new one at once. */
export function removeRow({ key, saved }: ClosureRow): void {
  const { [key]: _, ...others } = $closureEdit.get().edits
  setEdits(saved ? { ...others, [key]: { input: saved, isRemoved: true } } : others)
}

/** Restores the saved values of an entry, also of a removed one. */
export function resetRow({ key }: ClosureRow): void {
  const { [key]: _, ...others } = $closureEdit.get().edits
  setEdits(others)
}

export function discardClosures(): void {
  const { list } = $closureEdit.get()
  $closureEdit.set({ ...EMPTY_EDIT, ...(list && { list }) })
}

/** Leaves the days open that the shown bookings are on; the edit remains. */
export function cancelClosing(): void {
  const { affected: _, ...edit } = $closureEdit.get()
  $closureEdit.set(edit)
}

/**
 * Saves all changes or none; `seen` is the list of affected bookings that was confirmed. Resolves to the first invalid
 * field, if any.
 */
export async function saveClosures(seen?: AffectedList): Promise<string | undefined> {
  const before = $closureEdit.get()
  const { list, busy } = before
  if (!list || busy || $isTooLong.get()) return undefined
  const [invalid] = Object.keys($problems.get())
  if (invalid) {
    $closureEdit.set({ ...before, showProblems: true })
    return invalid
  }
  const rows = listRemainingRows()
  const count = $changeCount.get()
  const closures = rows.map(({ input, saved }) => ({ ...input, id: saved?.id }))
  const { failure: _, saved: __, ...clean } = before
  $closureEdit.set({ ...clean, busy: true })
  wasChangedMeanwhile = false
  const request = staffLedger.saveClosures({ version: list.version, closures, ...(seen && { affected: seen.key }) })
  const outcome = await resolveUnknownOutcome(await requireSession(request), async () => {
    const reloaded = await requireSession(staffLedger.closures({}))
    const isSaved =
      reloaded.ok && reloaded.value.version !== list.version && isSavedList(reloaded.value.closures, closures)
    return isSaved ? reloaded.value : undefined
  })
  latestRequest++
  const { affected: ___, ...edit } = { ...$closureEdit.get(), busy: false }
  if (outcome.ok) {
    const unsaved = Object.entries(edit.edits).filter(([key, typed]) => before.edits[key] !== typed)
    $closureEdit.set({
      ...EMPTY_EDIT,
      edits: Object.fromEntries(unsaved),
      list: outcome.value,
      saved: count,
    })
    void readPublishing()
  } else if (outcome.failure.code === 'has_bookings') {
    $closureEdit.set({ ...edit, affected: outcome.failure.current as AffectedList })
  } else {
    const current = outcome.failure.code === 'changed_meanwhile' && (outcome.failure.current as ClosureList)
    const { fields, ...failure } = outcome.failure
    $closureEdit.set({
      ...(current ? mergeClosureList(edit, current) : edit),
      showProblems: true,
      failure: { ...failure, ...(fields && { fields: nameByKey(fields, rows) }) },
    })
  }
  if (wasChangedMeanwhile) void loadClosureList()
  return $closureEdit.get().failure?.fields && Object.keys($problems.get())[0]
}
