import type { AssistantFacts } from '#domain/assistant/facts.ts'
import type { IsoDate } from '#domain/calendar.ts'
import { fillPlaceholders, getPlaceholderPrices } from '#domain/shown-prices.ts'
import { getAssistantContent, getCatalogue } from '#server/catalogue.ts'

/** Without the non-breaking spaces of amounts and the marks of bold text. */
export const plain = (text: string): string => text.replaceAll('\u00a0', ' ').replaceAll('**', '')

export function facts(over: Partial<AssistantFacts> = {}): AssistantFacts {
  const content = getAssistantContent()
  const { prices } = getCatalogue()
  const known = getPlaceholderPrices(content.locations, prices, content.addOns)
  return {
    ...content,
    prices,
    questions: content.questions.map((each) => ({ ...each, answer: fillPlaceholders(each.answer, known) })),
    today: '2026-12-01' as IsoDate,
    free: [
      { locationId: 'dhobighat-hub', seats: 12 },
      { locationId: 'kausimaa', seats: 0 },
    ],
    ...over,
  }
}
