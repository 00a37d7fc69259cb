import { readSeatOffer } from '#contract/waiting.ts'
import { handle, resource } from '#server/endpoint.ts'
import { readOffer } from '#server/waiting/offers.ts'

export const ALL = resource(handle(readSeatOffer, ({ app, params, bearer }) => readOffer(app, params.id, bearer)))
