import type { AssistantFacts } from '#domain/assistant/facts.ts'
import { addDays, kathmanduDate } from '#domain/calendar.ts'
import { withClosures } from '#domain/closure.ts'
import { MAX_RANGE_DAYS } from '#domain/date-range.ts'
import { fillPlaceholders, getPlaceholderPrices } from '#domain/shown-prices.ts'
import type { App } from '../app.ts'
import { readTakenSeats } from '../bookings/seats.ts'
import { getAssistantContent } from '../catalogue.ts'
import { readListedClosures } from '../closures/current.ts'
import { readCurrentPrices } from '../prices/current.ts'

export async function loadAssistantFacts(app: App): Promise<AssistantFacts> {
  const content = getAssistantContent()
  const prices = await readCurrentPrices(app.catalogue.prices, app.db.read)
  const today = kathmanduDate(app.now())
  const bookable = content.locations.filter(({ available }) => available)
  const free = bookable.map(async ({ id, capacity }) => {
    const taken = await readTakenSeats(app.db.read, { locationId: id, from: today, to: today })
    return { locationId: id, seats: Math.max(0, capacity - (taken.get(today) ?? 0)) }
  })
  const placeholders = getPlaceholderPrices(content.locations, prices, content.addOns)
  return {
    ...content,
    locations: withClosures(
      content.locations,
      // A holiday that is over was closed too, and may be asked about.
      await readListedClosures(app.db.read, addDays(today, -MAX_RANGE_DAYS)),
    ),
    prices,
    questions: content.questions.map((each) => ({ ...each, answer: fillPlaceholders(each.answer, placeholders) })),
    today,
    free: await Promise.all(free),
  }
}
