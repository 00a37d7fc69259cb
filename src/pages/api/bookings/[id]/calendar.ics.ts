import { readBookingCalendar } from '#contract/own-details.ts'
import { readOwnCalendar } from '#server/bookings/calendar.ts'
import { handle, resource } from '#server/endpoint.ts'
import { calendarResponse } from '#server/http/response.ts'

export const ALL = resource(
  handle(readBookingCalendar, async ({ app, params, bearer }) => {
    const file = await readOwnCalendar(app, params.id, bearer)
    return file.ok ? calendarResponse(file.value, `${params.id}.ics`) : file
  }),
)
