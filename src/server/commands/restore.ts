/** `npm run restore file`: fills the database of the environment, which must be empty, from a backup. */

import { ArchiveError, restoreArchive } from '../db/archive.ts'
import { readArchiveLines } from '../db/archive-file.ts'
import { reserveDataDir } from '../db/folder-lock.ts'
import { getDatabaseLocation, openDatabase } from '../db/open.ts'
import { readEnv } from '../env.ts'

const file = process.argv[2]
if (!file) {
  console.error('Say which backup: npm run restore data/backups/chautari-….ndjson.gz')
  process.exit(1)
}
const env = readEnv(process.env)
reserveDataDir(env)
const db = await openDatabase(getDatabaseLocation(env))
try {
  const { rows, paisa } = await restoreArchive(db, readArchiveLines(file))
  console.log(
    `Restored ${rows.bookings} bookings, ${rows.payments} payments of NPR ${(paisa / 100).toFixed(2)}, ${rows.payment_evidence} receipts. Nobody is signed in.`,
  )
} catch (error) {
  if (!(error instanceof ArchiveError)) throw error
  console.error(error.message)
  process.exitCode = 1
} finally {
  await db.close()
}
