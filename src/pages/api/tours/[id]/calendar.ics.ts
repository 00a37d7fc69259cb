import { readTourCalendar } from '#contract/tours.ts'
import { handle, resource } from '#server/endpoint.ts'
import { calendarResponse } from '#server/http/response.ts'
import { readOwnTourCalendar } from '#server/tours/own.ts'

export const ALL = resource(
  handle(readTourCalendar, async ({ app, params, bearer }) => {
    const file = await readOwnTourCalendar(app, { id: params.id, secret: bearer })
    return file.ok ? calendarResponse(file.value, `${params.id}.ics`) : file
  }),
)
