import type { BookingView } from '#contract/bookings.ts'
import { formatRange, parseIsoDate } from '#domain/calendar.ts'
import { parseLocationId } from '#domain/location.ts'
import { getVisitFragment } from '#domain/shared-visit.ts'
import { environment } from '../environment.ts'

/** A link to the location's page with the days of the visit. It contains neither the booking's id nor its secret. */
export function getVisitLink({ locationId, startDate, endDate }: BookingView): string {
  const path = `/locations/${parseLocationId(locationId) ?? locationId}${getVisitFragment(startDate, endDate)}`
  return new URL(path, environment().address()).href
}

/** Opens the device's share sheet, else copies place, days and link. */
export async function shareVisit(booking: BookingView): Promise<'shared' | 'copied' | 'blocked'> {
  const url = getVisitLink(booking)
  const [from, to] = [parseIsoDate(booking.startDate), parseIsoDate(booking.endDate)]
  const days = from && to ? `, ${formatRange(from, to)}` : ''
  const title = `Coworking at ${booking.locationName}${days}`
  // Most apps show the text and not the title.
  const data = { title, text: title, url }
  if (environment().canShare(data)) {
    environment().share(data)
    return 'shared'
  }
  return (await environment().copy(`${data.title}: ${url}`)) ? 'copied' : 'blocked'
}
