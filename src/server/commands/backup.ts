/** `npm run backup [file]`: everything that is kept, receipts included, in one file that either engine reads again. */
import { createWriteStream, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { writeArchive } from '../db/archive.ts'
import { lockFolder } from '../db/folder-lock.ts'
import { getDatabaseLocation, openDatabase } from '../db/open.ts'
import { readEnv } from '../env.ts'

const env = readEnv(process.env)
const now = Date.now()
const folder = join(env.dataDir, 'backups')
mkdirSync(folder, { recursive: true })
const holder = lockFolder(env.dataDir, 'backup-lock')
if (holder !== undefined) {
  console.error(`Another backup is being made by ${holder}. Wait until it has finished.`)
  process.exit(1)
}
const file = process.argv[2] ?? join(folder, `chautari-${new Date(now).toISOString().replaceAll(':', '-')}.ndjson.gz`)
const part = `${file}.chautari.part`
// No other backup runs: what has this name is left from one that was killed.
for (const name of readdirSync(dirname(file))) if (/chautari.*\.part$/.test(name)) rmSync(join(dirname(file), name))
const db = await openDatabase(getDatabaseLocation(env))
let last = ''
async function* lines() {
  for await (const line of writeArchive(db, now)) {
    last = line
    yield `${line}\n`
  }
}
try {
  // Half a backup never stands under a backup's name.
  await pipeline(Readable.from(lines()), createGzip(), createWriteStream(part, { flush: true }))
  renameSync(part, file)
} catch (error) {
  rmSync(part, { force: true })
  throw error
} finally {
  await db.close()
}
const { rows, paisa } = JSON.parse(last)
console.log(
  `${file}: ${rows.bookings} bookings, ${rows.payments} payments of NPR ${(paisa / 100).toFixed(2)}, ${rows.payment_evidence} receipts.`,
)
