import type { AssistantFacts } from '#domain/assistant/facts.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { withClosures } from '#domain/closure.ts'
import { fillPlaceholders, getPlaceholderPrices } from '#domain/shown-prices.ts'
import { now } from '../clock.ts'
import { $closures, loadClosures } from '../closures.ts'
import { environment } from '../environment.ts'
import { ledger } from '../ledger/index.ts'

type StoredFacts = Omit<AssistantFacts, 'today' | 'free'>

/** Facts for built-in answers: a file of the site, with current prices and closures if they load. */
export async function loadAssistantFacts(): Promise<AssistantFacts | undefined> {
  const builtFacts = await fetchStoredFacts()
  if (!builtFacts) return undefined
  const [currentPrices] = await Promise.all([ledger.prices(), loadClosures()])
  const prices = currentPrices.ok ? currentPrices.value : builtFacts.prices
  const placeholders = getPlaceholderPrices(builtFacts.locations, prices, builtFacts.addOns)
  const questions = builtFacts.questions.map((item) => ({
    ...item,
    answer: fillPlaceholders(item.answer, placeholders),
  }))
  const locations = withClosures(builtFacts.locations, $closures.get())
  return { ...builtFacts, locations, prices, questions, today: kathmanduDate(now()), free: [] }
}

async function fetchStoredFacts(): Promise<StoredFacts | undefined> {
  try {
    const response = await environment().request('/assistant.json')
    return response.ok ? ((await response.json()) as StoredFacts) : undefined
  } catch {
    return undefined
  }
}
