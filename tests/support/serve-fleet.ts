import { openDatabase } from '#server/db/open.ts'
import { Fleet } from './fleet.ts'
import { startPostgres } from './postgres.ts'
import { accountsOfRunners } from './runners.ts'
import { STAFF } from './staff.ts'

const postgres = await startPostgres()
const environment = { STAFF_EMAIL: STAFF.email, STAFF_PASSWORD: STAFF.password }
const fleet = await Fleet.start(postgres.url, environment, Number(process.env.PORT))
process.once('SIGTERM', async () => {
  await fleet.stop()
  await postgres.stop()
  process.exit(0)
})
const db = await openDatabase({ url: postgres.url })
await accountsOfRunners(db)
await db.close()
