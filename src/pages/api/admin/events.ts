import { streamEvents } from '#contract/admin/events.ts'
import { fail } from '#contract/failure.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { eventStreamResponse } from '#server/live/event-stream.ts'

export const ALL = resource(
  handleStaff(streamEvents, async ({ app, staff, input, request }) =>
    app.accepting
      ? eventStreamResponse(app, staff, request.headers.get('last-event-id') ?? input.after)
      : fail('not_ready'),
  ),
)
