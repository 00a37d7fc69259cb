import type { PriceList } from '#contract/admin/prices.ts'
import type { Failure } from '#contract/failure.ts'
import type { Paisa } from '#domain/money.ts'
import { readPrice } from '#domain/price-list.ts'

/** Prices as they hold, and what was typed over them and is not saved yet. */
export interface PriceEdit {
  list?: PriceList
  /** By cell; what reads as the price that holds is no change. */
  typed: Readonly<Record<string, string>>
  /** What cells held before somebody else changed them under this screen's eyes. */
  changedByOthers: Readonly<Record<string, number | null>>
  /** What went through last: so many prices saved, or a change taken back. */
  done?: SaveResult
  busy: boolean
  /** While it is not known what became of it: the answer may have been lost. */
  sent?: SentChange
  failure?: Failure
}

export type SaveResult = { saved: number } | 'undone'

/** A change of prices as it was sent: what cells are to hold over which version, and what may be said once they do. */
export interface SentChange {
  version: number
  changes: ValidChanges
  done: SaveResult
}

/** By cell what was typed over a price, where it is another one. */
type Changes = Readonly<Record<string, Paisa | null | 'not_a_price'>>
type ValidChanges = Readonly<Record<string, Paisa | null>>

export function getChanges(list: PriceList | undefined, typed: Readonly<Record<string, string>>): Changes {
  const read = Object.entries(typed).map(([cell, text]) => [cell, readPrice(text)] as const)
  return Object.fromEntries(read.filter(([cell, amount]) => amount !== list?.amounts[cell]))
}

export const pickValidChanges = (changes: Changes): ValidChanges =>
  Object.fromEntries(
    Object.entries(changes).flatMap(([cell, amount]) => (amount === 'not_a_price' ? [] : [[cell, amount]])),
  )

const isApplied = ({ amounts }: PriceList, changes: ValidChanges): boolean =>
  Object.entries(changes).every(([cell, amount]) => amounts[cell] === amount)

export const hasConflicts = ({ changedByOthers }: PriceEdit): boolean => Object.keys(changedByOthers).length > 0

/**
 * The list as it is now: what others have changed in it is marked where somebody is at work here. What holds as it was
 * sent from here is done, though nobody said so; while nothing shows what became of it, what is said of it stays.
 */
export function mergePriceList({ failure, sent, ...edit }: PriceEdit, now: PriceList): PriceEdit {
  const { list } = edit
  const isSettled = sent && sent.version !== now.version
  const saved = isSettled && isApplied(now, sent.changes) ? sent.changes : {}
  const typed = Object.fromEntries(
    Object.entries(edit.typed).filter(([cell, text]) => !(cell in saved) || readPrice(text) !== saved[cell]),
  )
  const others = Object.entries(list?.amounts ?? {}).filter(
    ([cell, amount]) => now.amounts[cell] !== amount && !(cell in saved),
  )
  const isAtWork = Object.keys(getChanges(list, typed)).length > 0
  const meanwhile = isAtWork ? { ...Object.fromEntries(others), ...edit.changedByOthers } : {}
  return {
    ...edit,
    list: now,
    typed,
    changedByOthers: meanwhile,
    ...(sent && !isSettled && { sent, ...(failure && { failure }) }),
    ...(sent && Object.keys(saved).length > 0 && { done: sent.done }),
  }
}
