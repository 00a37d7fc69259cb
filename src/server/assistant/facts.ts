import type { AssistantFacts } from '#domain/assistant/facts.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { fillPlaceholders, getPlaceholderPrices } from '#domain/shown-prices.ts'
import type { App } from '../app.ts'
import { readTakenSeats } from '../bookings/seats.ts'
import { getAssistantContent } from '../catalogue.ts'
import { readCurrentPrices } from '../prices/current.ts'

/** What is true now: the words of the business, the prices that a new quote gets, the seats of today. */
export async function loadAssistantFacts(app: App): Promise<AssistantFacts> {
  const words = getAssistantContent()
  const prices = await readCurrentPrices(app.catalogue.prices, app.db.read)
  const today = kathmanduDate(app.now())
  const bookable = words.locations.filter(({ available }) => available)
  const free = bookable.map(async ({ id, capacity }) => {
    const taken = await readTakenSeats(app.db.read, { locationId: id, from: today, to: today })
    return { locationId: id, seats: Math.max(0, capacity - (taken.get(today) ?? 0)) }
  })
  const known = getPlaceholderPrices(words.locations, prices, words.addOns)
  return {
    ...words,
    prices,
    questions: words.questions.map((each) => ({ ...each, answer: fillPlaceholders(each.answer, known) })),
    today,
    free: await Promise.all(free),
  }
}
