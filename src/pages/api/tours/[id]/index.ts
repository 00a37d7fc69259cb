import { readTour } from '#contract/tours.ts'
import { handle, resource } from '#server/endpoint.ts'
import { readOwnTour } from '#server/tours/own.ts'

export const ALL = resource(
  handle(readTour, ({ app, params, bearer }) => readOwnTour(app, { id: params.id, secret: bearer })),
)
