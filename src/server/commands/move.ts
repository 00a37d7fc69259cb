/** `npm run db:move postgres://…`: copies everything from the database of the environment into an empty one, and compares. */

import { ArchiveProblem, archive, contentsOf, restore } from '../db/archive.ts'
import { reserveDataDir } from '../db/folder-lock.ts'
import { openDatabase, placeOf } from '../db/open.ts'
import { readEnv } from '../env.ts'

const url = process.argv[2]
if (!url || !/^postgres(ql)?:\/\//.test(url)) {
  console.error('Say where to: npm run db:move postgres://user:password@host/database. Stop the server before.')
  process.exit(1)
}
const env = readEnv(process.env)
reserveDataDir(env)
const from = await openDatabase(placeOf(env))
const to = await openDatabase({ url })
try {
  await restore(to, archive(from, Date.now()))
  const [before, after] = await Promise.all([contentsOf(from.read), contentsOf(to.read)])
  for (const [table, count] of Object.entries(before.rows)) console.log(`${table.padEnd(22)} ${count}`)
  console.log(`${'payments, NPR'.padEnd(22)} ${(before.paisa / 100).toFixed(2)}`)
  if (JSON.stringify(before) !== JSON.stringify(after))
    throw new ArchiveProblem(
      'The copy differs: is the server still running? Stop it, empty the new database, move again.',
    )
  console.log('Counts and sums agree. Set DATABASE_URL to the new database and start the server.')
} catch (error) {
  if (!(error instanceof ArchiveProblem)) throw error
  console.error(error.message)
  process.exitCode = 1
} finally {
  await from.close()
  await to.close()
}
