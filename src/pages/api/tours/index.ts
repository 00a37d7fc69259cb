import { bookTour } from '#contract/tours.ts'
import { handle, resource } from '#server/endpoint.ts'
import { requireIdempotencyKey } from '#server/http/idempotency.ts'
import { getNetwork } from '#server/throttle/address.ts'
import { throttleShared } from '#server/throttle/shared-throttle.ts'
import { createTour, findBookedTour, readTourChoices, toTourRequest } from '#server/tours/booking.ts'
import { countTourEmail } from '#server/tours/email-limit.ts'

export const ALL = resource(
  handle(bookTour, ({ app, input, request, address }) =>
    requireIdempotencyKey(request, async (key) => {
      const requested = toTourRequest(input, key)
      const booked = await findBookedTour(app, requested)
      if (booked) return booked
      const choices = await readTourChoices(app, app.db.read, requested.input)
      if (!choices.ok) return choices
      // Repeated and invalid requests do not count.
      const allowed = await throttleShared(app, 'bookTour', getNetwork(address))
      if (!allowed.ok) return allowed
      const canEmail = await countTourEmail(app, requested.input.email)
      return canEmail.ok ? createTour(app, requested, choices.value) : canEmail
    }),
  ),
)
