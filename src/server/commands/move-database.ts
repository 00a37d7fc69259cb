/** `npm run db:move postgres://…`: copies the database of the environment into an empty one and compares the two. */

import { ArchiveError, readContents, restoreArchive, writeArchive } from '../db/archive.ts'
import { reserveDataDir } from '../db/folder-lock.ts'
import { readEnv } from '../env.ts'
import { stop } from '../log/stop.ts'
import { openOrStop } from './open-database.ts'

const url = process.argv[2]
if (!url || !/^postgres(ql)?:\/\//.test(url))
  stop('Give the new database: npm run db:move postgres://user:password@host/database. Stop the server first.')
const env = readEnv(process.env)
reserveDataDir(env)
const from = await openOrStop(env)
const to = await openOrStop({ ...env, databaseUrl: url })
try {
  await restoreArchive(to, writeArchive(from, Date.now()))
  const [before, after] = await Promise.all([readContents(from.read), readContents(to.read)])
  for (const [table, count] of Object.entries(before.rows)) console.log(`${table.padEnd(22)} ${count}`)
  console.log(`${'payments, NPR'.padEnd(22)} ${(before.paisa / 100).toFixed(2)}`)
  if (JSON.stringify(before) !== JSON.stringify(after))
    throw new ArchiveError(
      'The copy differs from the original. Is the server still running? Stop it, empty the new database, and run this again.',
    )
  console.log('Counts and sums agree. Set DATABASE_URL to the new database and start the server.')
} catch (error) {
  if (!(error instanceof ArchiveError)) throw error
  console.error(error.message)
  process.exitCode = 1
} finally {
  await from.close()
  await to.close()
}
