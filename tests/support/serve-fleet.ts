import { rmSync } from 'node:fs'
import { openDatabase } from '#server/db/open.ts'
import { startFleet } from './fleet.ts'
import { startPostgres } from './postgres.ts'
import { newDataDir } from './process.ts'
import { STAFF_SETTINGS } from './staff.ts'
import { createWorkerAccounts } from './worker-accounts.ts'

const postgres = await startPostgres()
// The file of a month is made by one process and downloaded from another.
const DATA_DIR = newDataDir()
const fleet = await startFleet(postgres.url, { ...STAFF_SETTINGS, DATA_DIR }, Number(process.env.PORT))
process.once('SIGTERM', async () => {
  await fleet.stop()
  rmSync(DATA_DIR, { recursive: true, force: true })
  await postgres.stop()
  process.exit(0)
})
const db = await openDatabase({ url: postgres.url })
await createWorkerAccounts(db)
await db.close()
