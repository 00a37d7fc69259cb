import type { PriceList } from '#contract/admin/prices.ts'
import type { Failure } from '#contract/failure.ts'
import type { Paisa } from '#domain/money.ts'
import { readPrice } from '#domain/price-list.ts'

export interface PriceEdit {
  list?: PriceList
  /** The entered text by cell; text that reads as the saved price is no change. */
  inputs: Readonly<Record<string, string>>
  /** The former amounts of cells that others changed during this edit. */
  changedByOthers: Readonly<Record<string, Paisa | null>>
  saveResult?: SaveResult
  busy: boolean
  failure?: Failure
}

export type SaveResult = { saved: number } | 'undone'

type Changes = Readonly<Record<string, Paisa | null | 'not_a_price'>>
export type ValidChanges = Readonly<Record<string, Paisa | null>>

export function getChanges(list: PriceList | undefined, inputs: Readonly<Record<string, string>>): Changes {
  const amounts = Object.entries(inputs).map(([cell, text]) => [cell, readPrice(text)] as const)
  return Object.fromEntries(amounts.filter(([cell, amount]) => amount !== list?.amounts[cell]))
}

export const pickValidChanges = (changes: Changes): ValidChanges =>
  Object.fromEntries(
    Object.entries(changes).flatMap(([cell, amount]) => (amount === 'not_a_price' ? [] : [[cell, amount]])),
  )

export const hasConflicts = ({ changedByOthers }: PriceEdit): boolean => Object.keys(changedByOthers).length > 0

/** Merges a loaded list. While there are unsaved changes, cells changed by others are marked. */
export function mergePriceList({ failure: _, ...edit }: PriceEdit, current: PriceList): PriceEdit {
  const { list, inputs, changedByOthers } = edit
  const others = Object.entries(list?.amounts ?? {}).filter(([cell, amount]) => current.amounts[cell] !== amount)
  const isEditing = Object.keys(getChanges(list, inputs)).length > 0
  return {
    ...edit,
    list: current,
    changedByOthers: isEditing ? { ...Object.fromEntries(others), ...changedByOthers } : {},
  }
}
