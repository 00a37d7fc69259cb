import { atom, computed } from 'nanostores'
import type { PriceList, PriceRevision } from '#contract/admin/prices.ts'
import type { Failure, Outcome } from '#contract/failure.ts'
import { PRICE_MESSAGES } from '#contract/validation-messages.ts'
import { formatAmount, type Paisa } from '#domain/money.ts'
import {
  type Amounts,
  amountProblem,
  type CellName,
  cellName,
  PRICE_CELLS,
  priceCell,
  priceProblems,
} from '#domain/price-list.ts'
import { isOutcomeUnknown } from '../../api.ts'
import { environment } from '../../environment.ts'
import { HAS_SERVER_FEATURES } from '../capabilities.ts'
import { clearDraft, getDraft, saveDraft } from '../form-drafts.ts'
import { staffLedger } from '../ledger.ts'
import { requireSession } from '../session/session.ts'
import {
  getChanges,
  hasConflicts,
  mergePriceList,
  type PriceEdit,
  pickValidChanges,
  type SentChange,
} from './price-edit.ts'
import { readPriceHistory } from './price-history.ts'
import { readPublishing } from './publishing.ts'

const EMPTY_EDIT: PriceEdit = { typed: {}, changedByOthers: {}, busy: false }
export const $prices = atom<PriceEdit>(EMPTY_EDIT)

/** The cells whose typed text is another price than the one that holds; `not_a_price` where it cannot be read. */
export const $changes = computed($prices, ({ list, typed }) => getChanges(list, typed))

/** Sentences by cell, in the order of the grid, of what was typed; those of a refusal stay until something is typed. */
export const $problems = computed([$prices, $changes], ({ list, failure }, changes): Record<string, string> => {
  const unread = Object.entries(changes).filter(([, amount]) => amount === 'not_a_price')
  const problems = list ? priceProblems(list.amounts as Amounts, pickValidChanges(changes)) : {}
  return sortByGrid({
    ...failure?.fields,
    ...Object.fromEntries(Object.entries(problems).map(([cell, problem]) => [cell, PRICE_MESSAGES[problem]])),
    ...Object.fromEntries(unread.map(([cell]) => [cell, PRICE_MESSAGES.not_a_price])),
  })
})

/** The first to mend is the first that the eye meets; what a server says of no cell stands last. */
const sortByGrid = (problems: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    [...PRICE_CELLS.map(cellName), ...Object.keys(problems)].flatMap((name) => {
      const problem = problems[name]
      return problem === undefined ? [] : [[name, problem]]
    }),
  )

/** What cells would hold if it were saved now: savings are told while one types. */
export const $pricesAfterSave = computed(
  [$prices, $changes],
  ({ list }, changes): Readonly<Record<string, number | null>> => {
    const sound = Object.entries(pickValidChanges(changes)).filter(([name, amount]) => {
      const cell = priceCell(name)
      return cell && !amountProblem(cell, amount)
    })
    return { ...list?.amounts, ...Object.fromEntries(sound) }
  },
)

const DRAFT_NAME = 'prices'

/** What is typed outlives the page, and with it the prices over which it was typed. */
$prices.listen(({ list, typed }) => {
  if (Object.keys(typed).length > 0) saveDraft(DRAFT_NAME, { list, typed })
  else if (list) clearDraft(DRAFT_NAME)
})

function restoreDraft(): void {
  const left = getDraft<Pick<PriceEdit, 'list' | 'typed'>>(DRAFT_NAME)
  if (left) $prices.set({ ...EMPTY_EDIT, ...left })
}

let latestRequest = 0
/** The version that was heard of last while a change was on its way. */
let pendingVersion: number | undefined

/** Reads everything of the screen; what was typed stays. */
export async function readPrices(): Promise<void> {
  if (!$prices.get().list) restoreDraft()
  readHistoryAndPublishing()
  const mine = ++latestRequest
  const answer = await requireSession(staffLedger.prices({}))
  if (mine !== latestRequest) return
  if (answer.ok && $prices.get().busy) pendingVersion = answer.value.version
  else if (answer.ok) $prices.set(mergePriceList($prices.get(), answer.value))
  else $prices.set({ ...$prices.get(), failure: answer.failure })
}

function readHistoryAndPublishing(): void {
  if (!HAS_SERVER_FEATURES) return
  void readPriceHistory()
  void readPublishing()
}

/** Somebody else has saved: whoever is at work here is told; what they typed stays, and what is new is marked. */
export async function receivePrices(version: number): Promise<void> {
  const { list, busy } = $prices.get()
  if (busy) pendingVersion = version
  if (busy || list?.version === version) return
  await readPrices()
  const { failure, ...edit } = $prices.get()
  if (!failure && hasConflicts(edit)) $prices.set({ ...edit, failure: { code: 'changed_meanwhile' } })
}

/** Looks again whenever somebody comes back to this tab. Gives the way to stop. */
export const refreshPricesOnReturn = (): (() => void) => environment().onReturn(() => void readPrices())

export function editPrice(cell: CellName, text: string): void {
  const { failure: _, done: __, ...edit } = $prices.get()
  $prices.set({ ...edit, typed: { ...edit.typed, [cell]: text } })
}

/** Leaves a cell: what is no change is forgotten, what can be read stands there as every other price. */
export function commitPrice(cell: CellName): void {
  const edit = $prices.get()
  const { [cell]: text, ...others } = edit.typed
  if (text === undefined) return
  const change = $changes.get()[cell]
  if (change === undefined) $prices.set({ ...edit, typed: others })
  else if (change !== 'not_a_price') $prices.set({ ...edit, typed: { ...others, [cell]: formatPriceInput(change) } })
}

/** Puts a cell back to the price that holds. */
export function resetPrice(cell: CellName): void {
  const { failure: _, ...edit } = $prices.get()
  const { [cell]: __, ...typed } = edit.typed
  $prices.set({ ...edit, typed })
}

export function discardPrices(): void {
  const { failure: _, ...edit } = $prices.get()
  $prices.set({ ...edit, typed: {}, changedByOthers: {} })
}

/** Saves what was changed, all of it or nothing. Gives the first cell to mend, where there is one. */
export async function savePrices(): Promise<string | undefined> {
  const { list, busy } = $prices.get()
  const [wrong] = Object.keys($problems.get())
  const changes = pickValidChanges($changes.get())
  if (!list || busy || wrong) return wrong
  const sent: SentChange = { version: list.version, changes, done: { saved: Object.keys(changes).length } }
  await sendChange(staffLedger.savePrices({ version: list.version, changes }), sent)
  return $prices.get().failure?.fields && Object.keys($problems.get())[0]
}

/** Takes back the change that was seen as the last one, whoever made it; what is typed stays. */
export async function undoPrices({ version, changes }: PriceRevision): Promise<void> {
  if ($prices.get().busy) return
  const before = Object.fromEntries(changes.map(({ cell, before }) => [cell, before as Paisa | null]))
  await sendChange(staffLedger.undoPrices({ version }), { version, changes: before, done: 'undone' })
}

async function sendChange(sending: Promise<Outcome<PriceList>>, sent: SentChange): Promise<void> {
  const { failure: _, done: __, ...before } = $prices.get()
  $prices.set({ ...before, sent, busy: true })
  pendingVersion = undefined
  const answer = await requireSession(sending)
  if (answer.ok) {
    latestRequest++
    // Somebody may have gone on typing in the meantime.
    const unsaved = Object.entries($prices.get().typed).filter(
      ([cell, text]) => sent.done === 'undone' || before.typed[cell] !== text,
    )
    $prices.set({ ...EMPTY_EDIT, list: answer.value, typed: Object.fromEntries(unsaved), done: sent.done })
    readHistoryAndPublishing()
  } else handleFailure(answer.failure)
  if (pendingVersion !== undefined) void receivePrices(pendingVersion)
}

function handleFailure(failure: Failure): void {
  const { code, current } = failure
  if (code === 'changed_meanwhile') {
    latestRequest++
    $prices.set(mergePriceList($prices.get(), current as PriceList))
    if (HAS_SERVER_FEATURES) void readPriceHistory()
  }
  const { sent, ...edit } = $prices.get()
  const isSaved = edit.done !== undefined && !hasConflicts(edit)
  const kept = isOutcomeUnknown(failure) && sent
  $prices.set({ ...edit, busy: false, ...(kept && { sent }), ...(!isSaved && { failure }) })
}

/** `9,500`; empty for a week that is not sold. */
export const formatPriceInput = (amount: number | null | undefined): string =>
  amount === null || amount === undefined ? '' : formatAmount(amount as Paisa)
