/**
 * `npm run seed`: adds two weeks of sample bookings, for every screen. `npm run seed -- --bookings 200000` fills an empty
 * database with years of bookings to measure with, the same for the same `--seed`.
 */
import { parseArgs } from 'node:util'
import { reserveDataDir } from '../db/folder-lock.ts'
import { readEnv } from '../env.ts'
import { stop } from '../log/stop.ts'
import { openMailer } from '../mail/mailer.ts'
import { openApp } from '../open-app.ts'
import { openOrStop } from './open-database.ts'
import { seedFortnight } from './seed/fortnight.ts'
import { seedLargeHistory } from './seed/large-history.ts'

const MIN_BOOKINGS = 100

const env = readEnv(process.env)
if (env.payments !== 'sandbox') stop('Sample bookings need the sandbox: set PAYMENTS=sandbox.')
const { values } = parseArgs({ options: { bookings: { type: 'string' }, seed: { type: 'string', default: '1' } } })
if (
  values.bookings !== undefined &&
  !(Number.isInteger(Number(values.bookings)) && Number(values.bookings) >= MIN_BOOKINGS)
)
  stop(`--bookings needs a whole number of at least ${MIN_BOOKINGS}.`)
reserveDataDir(env)
let clock: number | undefined
const app = await openApp(env, {
  db: await openOrStop(env),
  now: () => clock ?? Date.now(),
  // Writes emails to files, so that no sample customer receives one.
  mailer: openMailer({ ...env, smtpUrl: undefined }),
})
const message =
  values.bookings === undefined
    ? await seedFortnight(app, (instant) => {
        clock = instant
      })
    : await seedLargeHistory(app, Number(values.bookings), Number(values.seed))
if (message) console.log(message)
await app.db.close()
console.log(`The sample bookings are in ${env.databaseUrl ? 'the database' : env.dataDir}.`)
