import type { AssistantFacts } from '#domain/assistant/facts.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { fillPlaceholders, getPlaceholderPrices } from '#domain/shown-prices.ts'
import { now } from '../clock.ts'
import { environment } from '../environment.ts'
import { ledger } from '../ledger/index.ts'

type StoredFacts = Omit<AssistantFacts, 'today' | 'free'>

let storedFacts: Promise<StoredFacts | undefined> | undefined

/**
 * What the built-in answers are made of: a file of the site, and for every question the prices of now where they can be
 * had.
 */
export async function loadAssistantFacts(): Promise<AssistantFacts | undefined> {
  storedFacts ??= fetchStoredFacts()
  const built = await storedFacts
  if (!built) {
    // Asked for again with the next question.
    storedFacts = undefined
    return undefined
  }
  const live = await ledger.prices()
  const prices = live.ok ? live.value : built.prices
  const known = getPlaceholderPrices(built.locations, prices, built.addOns)
  const questions = built.questions.map((each) => ({ ...each, answer: fillPlaceholders(each.answer, known) }))
  return { ...built, prices, questions, today: kathmanduDate(now()), free: [] }
}

async function fetchStoredFacts(): Promise<StoredFacts | undefined> {
  try {
    const answer = await environment().request('/assistant.json')
    return answer.ok ? ((await answer.json()) as StoredFacts) : undefined
  } catch {
    return undefined
  }
}
