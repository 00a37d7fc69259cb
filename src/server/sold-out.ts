import type { Failure } from '#contract/failure.ts'
import { quote } from '#domain/quote.ts'
import type { App } from './app.ts'
import { type CompleteDraft, quoteChoices } from './choices.ts'
import { nearestStarts, type SeatClaim } from './seats.ts'

/** The refusal, with the nearest ways out: two later starts at the same place, and the first at every other one. */
export async function soldOut(app: App, draft: CompleteDraft, claim: SeatClaim): Promise<Failure> {
  const others = app.catalogue.locations.filter(({ id, available }) => available && id !== claim.locationId)
  const starts = await Promise.all([
    nearest(app, claim, 2),
    ...others.map(({ id }) => nearest(app, { ...claim, locationId: id }, 1)),
  ])
  return {
    code: 'sold_out',
    nearest: starts.flat().flatMap(({ locationId, startDate }) => {
      // The offer is for as many periods as were asked for: a chosen end moves along with the start.
      const priced = quote({ ...quoteChoices(draft), locationId }, app.catalogue)
      return priced ? [{ locationId, startDate, totalAmount: priced.total }] : []
    }),
  }
}

async function nearest(app: App, claim: SeatClaim, most: number) {
  const starts = await nearestStarts(app, claim, most)
  return starts.map((startDate) => ({ locationId: claim.locationId, startDate }))
}
