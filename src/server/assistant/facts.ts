import type { AssistantFacts } from '#domain/assistant/facts.ts'
import { type DaySeats, seatsLeft } from '#domain/availability.ts'
import { addDays, kathmanduDate } from '#domain/calendar.ts'
import { withClosures } from '#domain/closure.ts'
import { MAX_RANGE_DAYS } from '#domain/date-range.ts'
import { fillPlaceholders, getPlaceholderPrices } from '#domain/shown-prices.ts'
import type { App } from '../app.ts'
import { readDaySeats } from '../bookings/seats.ts'
import { getAssistantContent } from '../catalogue.ts'
import { readListedClosures } from '../closures/current.ts'
import { readCurrentPrices } from '../prices/current.ts'

export async function loadAssistantFacts(app: App): Promise<AssistantFacts> {
  const content = getAssistantContent()
  const prices = await readCurrentPrices(app.catalogue.prices, app.db.read)
  const today = kathmanduDate(app.now())
  const bookable = content.locations.filter(({ available }) => available)
  const seatsToday = new Map<string, DaySeats>()
  for (const { id } of bookable)
    for (const day of await readDaySeats(app, app.db.read, { locationId: id, from: today, to: today }))
      seatsToday.set(id, day)
  const placeholders = getPlaceholderPrices(content.locations, prices, content.addOns)
  return {
    ...content,
    locations: withClosures(
      content.locations.map((each) => ({ ...each, capacity: seatsToday.get(each.id)?.seats ?? each.capacity })),
      // A holiday that is over was closed too, and may be asked about.
      await readListedClosures(app.db.read, addDays(today, -MAX_RANGE_DAYS)),
    ),
    prices,
    questions: content.questions.map((each) => ({ ...each, answer: fillPlaceholders(each.answer, placeholders) })),
    today,
    free: [...seatsToday].map(([locationId, day]) => ({ locationId, seats: seatsLeft(day) })),
  }
}
