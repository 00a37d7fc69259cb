import type { AssistantFacts } from '#domain/assistant/facts.ts'
import type { IsoDate } from '#domain/calendar.ts'
import { fillPlaceholders, getPlaceholderPrices } from '#domain/shown-prices.ts'
import { getAssistantContent, getCatalogue } from '#server/catalogue.ts'

/** The business as it is built, on a day with 12 and 0 free seats. */
/** Figures are kept together with their currency by a space that does not break. */
export const plain = (text: string): string => text.replaceAll('\u00a0', ' ')

export function facts(over: Partial<AssistantFacts> = {}): AssistantFacts {
  const words = getAssistantContent()
  const { prices } = getCatalogue()
  const known = getPlaceholderPrices(words.locations, prices, words.addOns)
  return {
    ...words,
    prices,
    questions: words.questions.map((each) => ({ ...each, answer: fillPlaceholders(each.answer, known) })),
    today: '2026-12-01' as IsoDate,
    free: [
      { locationId: 'dhobighat-hub', seats: 12 },
      { locationId: 'kausimaa', seats: 0 },
    ],
    ...over,
  }
}
