import { atom, computed } from 'nanostores'
import type { PriceList, PriceRevision } from '#contract/admin/prices.ts'
import type { Failure, Outcome } from '#contract/failure.ts'
import { PRICE_SENTENCES } from '#contract/sentences.ts'
import { figure, type Paisa } from '#domain/money.ts'
import {
  type Amounts,
  amountProblem,
  type CellName,
  cellName,
  PRICE_CELLS,
  priceCell,
  priceProblems,
} from '#domain/price-list.ts'
import { isUnanswered } from '../api.ts'
import { environment } from '../environment.ts'
import { staffLedger } from './ledger.ts'
import { OFFICE } from './office.ts'
import { changesOf, heard, isMarked, type PriceEdit, readable, type Sent } from './price-edit.ts'
import { readPriceHistory } from './price-history.ts'
import { readPublishing } from './publishing.ts'
import { admitted } from './session.ts'
import { forgetTyped, keepTyped, typedIn } from './typed.ts'

const NOTHING: PriceEdit = { typed: {}, meanwhile: {}, busy: false }
export const $prices = atom<PriceEdit>(NOTHING)

/** The cells whose typed text is another price than the one that holds; `not_a_price` where it cannot be read. */
export const $changes = computed($prices, ({ list, typed }) => changesOf(list, typed))

/** Sentences by cell, in the order of the grid, of what was typed; those of a refusal stay until something is typed. */
export const $problems = computed([$prices, $changes], ({ list, failure }, changes): Record<string, string> => {
  const unread = Object.entries(changes).filter(([, amount]) => amount === 'not_a_price')
  const problems = list ? priceProblems(list.amounts as Amounts, readable(changes)) : {}
  return inGridOrder({
    ...failure?.fields,
    ...Object.fromEntries(Object.entries(problems).map(([cell, problem]) => [cell, PRICE_SENTENCES[problem]])),
    ...Object.fromEntries(unread.map(([cell]) => [cell, PRICE_SENTENCES.not_a_price])),
  })
})

/** The first to mend is the first that the eye meets; what a server says of no cell stands last. */
const inGridOrder = (problems: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    [...PRICE_CELLS.map(cellName), ...Object.keys(problems)].flatMap((name) => {
      const problem = problems[name]
      return problem === undefined ? [] : [[name, problem]]
    }),
  )

/** What cells would hold if it were saved now: savings are told while one types. */
export const $wouldHold = computed(
  [$prices, $changes],
  ({ list }, changes): Readonly<Record<string, number | null>> => {
    const sound = Object.entries(readable(changes)).filter(([name, amount]) => {
      const cell = priceCell(name)
      return cell && !amountProblem(cell, amount)
    })
    return { ...list?.amounts, ...Object.fromEntries(sound) }
  },
)

const FORM = 'prices'

/** What is typed outlives the page, and with it the prices over which it was typed. */
$prices.listen(({ list, typed }) => {
  if (Object.keys(typed).length > 0) keepTyped(FORM, { list, typed })
  else if (list) forgetTyped(FORM)
})

function resume(): void {
  const left = typedIn<Pick<PriceEdit, 'list' | 'typed'>>(FORM)
  if (left) $prices.set({ ...NOTHING, ...left })
}

let asked = 0
/** The version that was heard of last while a change was on its way. */
let news: number | undefined

/** Reads everything of the screen; what was typed stays. */
export async function readPrices(): Promise<void> {
  if (!$prices.get().list) resume()
  readBelow()
  const mine = ++asked
  const answer = await admitted(staffLedger.prices({}))
  if (mine !== asked) return
  if (answer.ok && $prices.get().busy) news = answer.value.version
  else if (answer.ok) $prices.set(heard($prices.get(), answer.value))
  else $prices.set({ ...$prices.get(), failure: answer.failure })
}

function readBelow(): void {
  if (!OFFICE) return
  void readPriceHistory()
  void readPublishing()
}

/** Somebody else has saved: whoever is at work here is told; what they typed stays, and what is new is marked. */
export async function hearPrices(version: number): Promise<void> {
  const { list, busy } = $prices.get()
  if (busy) news = version
  if (busy || list?.version === version) return
  await readPrices()
  const { failure, ...edit } = $prices.get()
  if (!failure && isMarked(edit)) $prices.set({ ...edit, failure: { code: 'changed_meanwhile' } })
}

/** Looks again whenever somebody comes back to this tab. Gives the way to stop. */
export const followPrices = (): (() => void) => environment().onReturn(() => void readPrices())

export function typePrice(cell: CellName, text: string): void {
  const { failure: _, done: __, ...edit } = $prices.get()
  $prices.set({ ...edit, typed: { ...edit.typed, [cell]: text } })
}

/** Leaves a cell: what is no change is forgotten, what can be read stands there as every other price. */
export function leavePrice(cell: CellName): void {
  const edit = $prices.get()
  const { [cell]: text, ...others } = edit.typed
  if (text === undefined) return
  const change = $changes.get()[cell]
  if (change === undefined) $prices.set({ ...edit, typed: others })
  else if (change !== 'not_a_price') $prices.set({ ...edit, typed: { ...others, [cell]: priceText(change) } })
}

/** Puts a cell back to the price that holds. */
export function takePriceBack(cell: CellName): void {
  const { failure: _, ...edit } = $prices.get()
  const { [cell]: __, ...typed } = edit.typed
  $prices.set({ ...edit, typed })
}

export function discardPrices(): void {
  const { failure: _, ...edit } = $prices.get()
  $prices.set({ ...edit, typed: {}, meanwhile: {} })
}

/** Saves what was changed, all of it or nothing. Gives the first cell to mend, where there is one. */
export async function savePrices(): Promise<string | undefined> {
  const { list, busy } = $prices.get()
  const [wrong] = Object.keys($problems.get())
  const changes = readable($changes.get())
  if (!list || busy || wrong) return wrong
  const sent: Sent = { version: list.version, changes, done: { saved: Object.keys(changes).length } }
  await change(staffLedger.savePrices({ version: list.version, changes }), sent)
  return $prices.get().failure?.fields && Object.keys($problems.get())[0]
}

/** Takes back the change that was seen as the last one, whoever made it; what is typed stays. */
export async function undoPrices({ version, changes }: PriceRevision): Promise<void> {
  if ($prices.get().busy) return
  const before = Object.fromEntries(changes.map(({ cell, before }) => [cell, before as Paisa | null]))
  await change(staffLedger.undoPrices({ version }), { version, changes: before, done: 'undone' })
}

async function change(sending: Promise<Outcome<PriceList>>, sent: Sent): Promise<void> {
  const { failure: _, done: __, ...before } = $prices.get()
  $prices.set({ ...before, sent, busy: true })
  news = undefined
  const answer = await admitted(sending)
  if (answer.ok) {
    asked++
    // Somebody may have gone on typing in the meantime.
    const unsaved = Object.entries($prices.get().typed).filter(
      ([cell, text]) => sent.done === 'undone' || before.typed[cell] !== text,
    )
    $prices.set({ ...NOTHING, list: answer.value, typed: Object.fromEntries(unsaved), done: sent.done })
    readBelow()
  } else refuse(answer.failure)
  if (news !== undefined) void hearPrices(news)
}

function refuse(failure: Failure): void {
  const { code, current } = failure
  if (code === 'changed_meanwhile') {
    asked++
    $prices.set(heard($prices.get(), current as PriceList))
    if (OFFICE) void readPriceHistory()
  }
  const { sent, ...edit } = $prices.get()
  const isSaved = edit.done !== undefined && !isMarked(edit)
  const kept = isUnanswered(failure) && sent
  $prices.set({ ...edit, busy: false, ...(kept && { sent }), ...(!isSaved && { failure }) })
}

/** `9,500`; empty for a week that is not sold. */
export const priceText = (amount: number | null | undefined): string =>
  amount === null || amount === undefined ? '' : figure(amount as Paisa)
