/** `npm run backup [file]`: writes the database with its receipts to one file that either engine can restore. */
import { createWriteStream, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { writeArchive } from '../db/archive.ts'
import { lockFolder } from '../db/folder-lock.ts'
import { readEnv } from '../env.ts'
import { stop } from '../log/stop.ts'
import { openOrStop } from './open-database.ts'

const env = readEnv(process.env)
const now = Date.now()
const folder = join(env.dataDir, 'backups')
mkdirSync(folder, { recursive: true })
const holder = lockFolder(env.dataDir, 'backup-lock')
if (holder !== undefined) stop(`Another backup is running: ${holder}. Wait until it finishes.`)
const file = process.argv[2] ?? join(folder, `chautari-${new Date(now).toISOString().replaceAll(':', '-')}.ndjson.gz`)
const temporaryFile = `${file}.chautari.part`
// The lock excludes another backup, so these files are left from one that was killed.
for (const name of readdirSync(dirname(file))) if (/chautari.*\.part$/.test(name)) rmSync(join(dirname(file), name))
const db = await openOrStop(env)
let last = ''
async function* lines() {
  for await (const line of writeArchive(db, now)) {
    last = line
    yield `${line}\n`
  }
}
try {
  // The final name exists only for a complete backup.
  await pipeline(Readable.from(lines()), createGzip(), createWriteStream(temporaryFile, { flush: true }))
  renameSync(temporaryFile, file)
} catch (error) {
  rmSync(temporaryFile, { force: true })
  throw error
} finally {
  await db.close()
}
const { rows, paisa } = JSON.parse(last)
console.log(
  `${file}: ${rows.bookings} bookings, ${rows.payments} payments of NPR ${(paisa / 100).toFixed(2)}, ${rows.receipts} receipts.`,
)
