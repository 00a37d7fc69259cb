import type { AssistantFacts } from '#domain/assistant/facts.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { figures, withFigures } from '#domain/figures.ts'
import type { App } from '../app.ts'
import { takenSeats } from '../bookings/seats.ts'
import { assistantWords } from '../catalogue.ts'
import { currentPrices } from '../prices/prices.ts'

/** What is true now: the words of the business, the prices that a new quote gets, the seats of today. */
export async function assistantFacts(app: App): Promise<AssistantFacts> {
  const words = assistantWords()
  const prices = await currentPrices(app.catalogue.prices, app.db.read)
  const today = kathmanduDate(app.now())
  const bookable = words.locations.filter(({ available }) => available)
  const free = bookable.map(async ({ id, capacity }) => {
    const taken = await takenSeats(app.db.read, { locationId: id, from: today, to: today })
    return { locationId: id, seats: Math.max(0, capacity - (taken.get(today) ?? 0)) }
  })
  const known = figures(words.locations, prices, words.addOns)
  return {
    ...words,
    prices,
    questions: words.questions.map((each) => ({ ...each, answer: withFigures(each.answer, known) })),
    today,
    free: await Promise.all(free),
  }
}
