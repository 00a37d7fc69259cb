import { atom, computed } from 'nanostores'
import type { PriceList } from '#contract/admin/prices.ts'
import type { Failure, Outcome } from '#contract/failure.ts'
import { PRICE_SENTENCES } from '#contract/sentences.ts'
import { figure, type Paisa } from '#domain/money.ts'
import { type Amounts, amountProblem, type CellName, priceCell, priceProblems, readPrice } from '#domain/price-list.ts'
import { environment } from '../environment.ts'
import { staffLedger } from './ledger.ts'
import { OFFICE } from './office.ts'
import { readPriceHistory } from './price-history.ts'
import { readPublishing } from './publishing.ts'
import { admitted } from './session.ts'
import { forgetTyped, keepTyped, typedIn } from './typed.ts'

/** Prices as they hold, and what was typed over them and is not saved yet. */
export interface PriceEdit {
  list?: PriceList
  /** By cell; what reads as the price that holds is no change. */
  typed: Readonly<Record<string, string>>
  /** What cells held before somebody else changed them under this screen's eyes. */
  meanwhile: Readonly<Record<string, number | null>>
  /** What went through last: so many prices saved, or a change taken back. */
  done?: { saved: number } | 'undone'
  busy: boolean
  failure?: Failure
}

const NOTHING: PriceEdit = { typed: {}, meanwhile: {}, busy: false }
export const $prices = atom<PriceEdit>(NOTHING)

/** The cells whose typed text is another price than the one that holds; `not_a_price` where it cannot be read. */
export const $changes = computed($prices, ({ list, typed }) => changesOf(list, typed))

/** Sentences by cell, of what was typed; those of a refusal stay until something is typed. */
export const $problems = computed([$prices, $changes], ({ list, failure }, changes): Record<string, string> => {
  const unread = Object.entries(changes).filter(([, amount]) => amount === 'not_a_price')
  const problems = list ? priceProblems(list.amounts as Amounts, readable(changes)) : {}
  return {
    ...failure?.fields,
    ...Object.fromEntries(Object.entries(problems).map(([cell, problem]) => [cell, PRICE_SENTENCES[problem]])),
    ...Object.fromEntries(unread.map(([cell]) => [cell, PRICE_SENTENCES.not_a_price])),
  }
})

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

/** Reads everything of the screen; what was typed stays. */
export async function readPrices(): Promise<void> {
  if (!$prices.get().list) resume()
  readBelow()
  const answer = await admitted(staffLedger.prices({}))
  if (answer.ok) hear(answer.value)
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
  if (busy || list?.version === version) return
  await readPrices()
  const { failure, ...edit } = $prices.get()
  if (!failure && Object.keys(edit.meanwhile).length > 0)
    $prices.set({ ...edit, failure: { code: 'changed_meanwhile' } })
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
  const saved = Object.keys(changes).length
  await change(staffLedger.savePrices({ version: list.version, changes }), { saved })
  return Object.keys($prices.get().failure?.fields ?? {})[0]
}

/** Takes the last change back, whoever made it; what is typed stays. */
export async function undoPrices(): Promise<void> {
  const { list, busy } = $prices.get()
  if (list && !busy) await change(staffLedger.undoPrices({ version: list.version }), 'undone')
}

async function change(asked: Promise<Outcome<PriceList>>, done: { saved: number } | 'undone'): Promise<void> {
  const { failure: _, done: __, ...before } = $prices.get()
  $prices.set({ ...before, busy: true })
  const answer = await admitted(asked)
  const { typed } = $prices.get()
  if (answer.ok) {
    // Somebody may have gone on typing in the meantime.
    const unsaved = Object.entries(typed).filter(([cell, text]) => done === 'undone' || before.typed[cell] !== text)
    $prices.set({ ...NOTHING, list: answer.value, typed: Object.fromEntries(unsaved), done })
    readBelow()
    return
  }
  const { code, current } = answer.failure
  if (code === 'changed_meanwhile') {
    hear(current as PriceList)
    if (OFFICE) void readPriceHistory()
  }
  $prices.set({ ...$prices.get(), busy: false, failure: answer.failure })
}

/** The list as it is now: what others have changed in it is marked where somebody is at work here. */
function hear(now: PriceList): void {
  const { failure: _, ...edit } = $prices.get()
  const { list, typed } = edit
  const others = Object.entries(list?.amounts ?? {}).filter(([cell, amount]) => now.amounts[cell] !== amount)
  const isAtWork = Object.keys(changesOf(list, typed)).length > 0
  const meanwhile = isAtWork ? { ...Object.fromEntries(others), ...edit.meanwhile } : {}
  $prices.set({ ...edit, list: now, meanwhile })
}

type Changes = Readonly<Record<string, Paisa | null | 'not_a_price'>>

function changesOf(list: PriceList | undefined, typed: Readonly<Record<string, string>>): Changes {
  const read = Object.entries(typed).map(([cell, text]) => [cell, readPrice(text)] as const)
  return Object.fromEntries(read.filter(([cell, amount]) => amount !== list?.amounts[cell]))
}

const readable = (changes: Changes): Record<string, Paisa | null> =>
  Object.fromEntries(
    Object.entries(changes).flatMap(([cell, amount]) => (amount === 'not_a_price' ? [] : [[cell, amount]])),
  )

/** `9,500`; empty for a week that is not sold. */
export const priceText = (amount: number | null | undefined): string =>
  amount === null || amount === undefined ? '' : figure(amount as Paisa)
