import { openDatabase } from '#server/db/open.ts'
import { startFleet } from './fleet.ts'
import { startPostgres } from './postgres.ts'
import { STAFF_SETTINGS } from './staff.ts'
import { createWorkerAccounts } from './worker-accounts.ts'

const postgres = await startPostgres()
const fleet = await startFleet(postgres.url, STAFF_SETTINGS, Number(process.env.PORT))
process.once('SIGTERM', async () => {
  await fleet.stop()
  await postgres.stop()
  process.exit(0)
})
const db = await openDatabase({ url: postgres.url })
await createWorkerAccounts(db)
await db.close()
