/** `npm run restore file`: fills the database of the environment, which must be empty, from a backup. */

import { ArchiveError, restoreArchive } from '../db/archive.ts'
import { readArchiveLines } from '../db/archive-file.ts'
import { reserveDataDir } from '../db/folder-lock.ts'
import { readEnv } from '../env.ts'
import { stop } from '../log/stop.ts'
import { openOrStop } from './open-database.ts'

const file = process.argv[2]
if (!file) stop('Give the backup to restore: npm run restore data/backups/chautari-….ndjson.gz')
const env = readEnv(process.env)
reserveDataDir(env)
const db = await openOrStop(env)
try {
  const { rows, paisa } = await restoreArchive(db, readArchiveLines(file))
  console.log(
    `Restored ${rows.bookings} bookings, ${rows.payments} payments of NPR ${(paisa / 100).toFixed(2)}, ${rows.receipts} receipts. All staff are signed out.`,
  )
} catch (error) {
  if (!(error instanceof ArchiveError)) throw error
  console.error(error.message)
  process.exitCode = 1
} finally {
  await db.close()
}
