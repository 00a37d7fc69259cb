/** Started with `fork`: offers free seats twice at once, at each instant that it receives. */
import { readEnv } from '#server/env.ts'
import { openApp } from '#server/open-app.ts'
import { offerFreeSeats } from '#server/waiting/offers.ts'

let now = 0
const app = await openApp(readEnv(process.env), { now: () => now })
process.on('message', async (instant: number) => {
  now = instant
  await Promise.all([offerFreeSeats(app), offerFreeSeats(app)])
  process.send?.('done')
})
process.once('disconnect', () => process.exit())
process.send?.('ready')
