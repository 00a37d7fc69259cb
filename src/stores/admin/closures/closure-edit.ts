import type { AffectedBooking, AffectedRoom, AffectedTour, ClosureList } from '#contract/admin/closures.ts'
import type { Failure } from '#contract/failure.ts'
import type { ListedClosure } from '#domain/closure.ts'
import { type ClosureInput, diffClosures, toClosureText } from '#domain/closure-list.ts'
import { toSingleLine } from '#domain/contact.ts'

/** An entry as it was typed. */
interface RowEdit {
  input: ClosureInput
  isRemoved?: true
}

/** What a save would close although it is booked; `key` confirms it. */
export interface AffectedList {
  affected: AffectedBooking[]
  affectedTours: AffectedTour[]
  affectedRooms: AffectedRoom[]
  key: string
}

export interface ClosureEdit {
  list?: ClosureList
  /** Edited and new entries by key, which is the id of a saved entry. */
  edits: Readonly<Record<string, RowEdit>>
  /** Keys of entries that others changed during this edit. */
  changedByOthers: readonly string[]
  /** Set by an attempt to save, so that a new row has no errors while it is filled in. */
  showProblems: boolean
  /** Entries that the last save changed. */
  saved?: number
  busy: boolean
  failure?: Failure
  affected?: AffectedList
}

export interface ClosureRow extends RowEdit {
  key: string
  saved: ListedClosure | undefined
  isChanged: boolean
}

/** Saved entries in order of their first day, then new ones. */
export function listRows({ list, edits }: Pick<ClosureEdit, 'list' | 'edits'>): ClosureRow[] {
  const saved = list?.closures ?? []
  const isSaved = (key: string) => saved.some(({ id }) => id === key)
  const added = Object.entries(edits).filter(([key]) => !isSaved(key))
  return [
    ...saved.map((entry): ClosureRow => {
      const edit = edits[entry.id] ?? { input: entry }
      const isChanged = edit.isRemoved === true || toClosureText(edit.input) !== toClosureText(entry)
      return { key: entry.id, saved: entry, isChanged, ...edit }
    }),
    ...added
      .filter(([, { isRemoved }]) => !isRemoved)
      .map(([key, edit]): ClosureRow => ({ key, saved: undefined, isChanged: true, ...edit })),
  ]
}

/** Merges a loaded list. While there are unsaved changes, entries changed by others are marked. */
export function mergeClosureList(
  { failure: _, affected: __, ...edit }: ClosureEdit,
  current: ClosureList,
): ClosureEdit {
  const isEditing = listRows(edit).some(({ isChanged }) => isChanged)
  const others = edit.list ? diffClosures(edit.list.closures, current.closures).map(({ id }) => id) : []
  return {
    ...edit,
    list: current,
    changedByOthers: isEditing ? [...new Set([...edit.changedByOthers, ...others])] : [],
  }
}

/** Whether a list has exactly the entries that were sent; new ones have got an id. */
export function isSavedList(current: readonly ListedClosure[], sent: readonly ClosureInput[]): boolean {
  // The server trims the reason.
  const toText = (entry: ClosureInput) => toClosureText({ ...entry, reason: toSingleLine(entry.reason) })
  const toTexts = (list: readonly ClosureInput[]) => list.map(toText).toSorted().join('\n')
  return toTexts(current) === toTexts(sent)
}
