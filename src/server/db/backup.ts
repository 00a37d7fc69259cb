/** `npm run backup [file]`: everything that is kept, receipts included, in one file that either engine reads again. */
import { createWriteStream, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { readEnv } from '../env.ts'
import { archive } from './archive.ts'
import { openDatabase, placeOf } from './database.ts'

const env = readEnv(process.env)
const now = Date.now()
const folder = join(env.dataDir, 'backups')
mkdirSync(folder, { recursive: true })
const file = process.argv[2] ?? join(folder, `chautari-${new Date(now).toISOString().replaceAll(':', '-')}.ndjson.gz`)
const db = await openDatabase(placeOf(env))
let last = ''
async function* lines() {
  for await (const line of archive(db, now)) {
    last = line
    yield `${line}\n`
  }
}
try {
  // Half a backup never stands under a backup's name.
  await pipeline(Readable.from(lines()), createGzip(), createWriteStream(`${file}.part`, { flush: true }))
  renameSync(`${file}.part`, file)
} catch (error) {
  rmSync(`${file}.part`, { force: true })
  throw error
} finally {
  await db.close()
}
const { rows, paisa } = JSON.parse(last)
console.log(
  `${file}: ${rows.bookings} bookings, ${rows.payments} payments of NPR ${(paisa / 100).toFixed(2)}, ${rows.payment_evidence} receipts.`,
)
