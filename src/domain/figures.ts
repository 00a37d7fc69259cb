import type { AddOn } from './catalogue.ts'
import type { BookableLocation } from './location.ts'
import { npr } from './money.ts'
import { type PriceTable, pricesAt } from './price.ts'

/** Names that texts may put between braces for a figure of the price tables, so that no price is written twice (decisions 1). */
export const FIGURES = ['lowestDayPass', 'lowestDayPassLocation', 'meetingHour', 'guestDay'] as const
export type Figures = Readonly<Record<(typeof FIGURES)[number], string>>

/** The figures as they are shown. The lowest day pass is that of the locations that can be booked. */
export function figures(
  locations: readonly Pick<BookableLocation, 'id' | 'name' | 'available'>[],
  prices: readonly PriceTable[],
  addOns: readonly Pick<AddOn, 'id' | 'price'>[],
): Figures {
  const open = locations.filter(({ available }) => available)
  const [lowest] = (open.length > 0 ? open : locations)
    .map(({ id, name }) => ({ name, price: pricesAt(prices, id).explorer.daily }))
    .sort((one, other) => one.price - other.price)
  const hour = addOns.find(({ id }) => id === 'meeting-room-hours')
  const guest = addOns.find(({ id }) => id === 'guest-passes')
  if (!lowest || !hour || !guest)
    throw new Error('There is no location, meeting-room hour or guest pass to name a price of')
  return {
    lowestDayPass: npr(lowest.price),
    lowestDayPassLocation: lowest.name,
    meetingHour: npr(hour.price),
    guestDay: npr(guest.price),
  }
}

export const withFigures = (text: string, known: Figures): string =>
  FIGURES.reduce((filled, name) => filled.replaceAll(`{${name}}`, known[name]), text)
