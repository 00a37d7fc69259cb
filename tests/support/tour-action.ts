/** `node tests/support/tour-action.ts <action> <JSON>`: runs one action of a visitor on the database of its environment. */
import { readEnv } from '#server/env.ts'
import { openApp } from '#server/open-app.ts'
import { cancelTour, moveTour } from '#server/tours/own.ts'
import { requestTour } from './tours.ts'

export interface TourActionInput {
  now: number
  own: { id: string; secret: string }
  key: string
  /** Of a booking or a move. */
  date: string
  time: string
}

const [, , action = '', json = ''] = process.argv
const { now, own, key, date, time }: TourActionInput = JSON.parse(json)
const app = await openApp(readEnv(process.env), { now: () => now })
const ACTIONS: Readonly<Record<string, () => Promise<unknown>>> = {
  book: () => requestTour(app, { date, time }, key),
  move: () => moveTour(app, own, { date, time }, key),
  cancel: () => cancelTour(app, own, key),
}
await ACTIONS[action]?.()
await app.db.close()
