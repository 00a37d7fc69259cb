/**
 * Fills the database with two weeks of sample bookings: something to look at on every screen, nothing real. With
 * `--bookings 200000` an empty one with years of them, the same for the same `--seed`: something to measure with.
 */
import { parseArgs } from 'node:util'
import { reserveDataDir } from '../db/folder-lock.ts'
import { readEnv } from '../env.ts'
import { openMailer } from '../mail/mailer.ts'
import { openApp } from '../open-app.ts'
import { seedFortnight } from './seed/fortnight.ts'
import { seedLargeHistory } from './seed/large-history.ts'

/** Fewer are no history. */
const MIN_BOOKINGS = 100

const env = readEnv(process.env)
if (env.payments !== 'sandbox') {
  console.error('Sample bookings are for the sandbox: set PAYMENTS=sandbox.')
  process.exit(1)
}
const { values } = parseArgs({ options: { bookings: { type: 'string' }, seed: { type: 'string', default: '1' } } })
if (
  values.bookings !== undefined &&
  !(Number.isInteger(Number(values.bookings)) && Number(values.bookings) >= MIN_BOOKINGS)
) {
  console.error(`--bookings takes a whole number from ${MIN_BOOKINGS} on.`)
  process.exit(1)
}
reserveDataDir(env)
let clock: number | undefined
const app = await openApp(env, {
  now: () => clock ?? Date.now(),
  // Files, whatever is set: nothing is sent to anybody.
  mailer: openMailer({ ...env, smtpUrl: undefined }),
})
const sentence =
  values.bookings === undefined
    ? await seedFortnight(app, (instant) => {
        clock = instant
      })
    : await seedLargeHistory(app, Number(values.bookings), Number(values.seed))
if (sentence) console.log(sentence)
await app.db.close()
console.log(`The sample bookings are in ${env.databaseUrl ? 'the database' : env.dataDir}.`)
