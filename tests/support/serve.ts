/** Serves the build on a database with accounts of staff alone; everything of it is gone afterwards. */
import { rmSync } from 'node:fs'
import { newDataDir } from './process.ts'
import { STAFF, staffOf } from './staff.ts'

const dataDir = newDataDir()
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
Object.assign(process.env, { DATA_DIR: dataDir, STAFF_EMAIL: STAFF.email, STAFF_PASSWORD: STAFF.password })
await import('../../src/server/main.ts')

const { app } = await import('#server/app.ts')
const { db } = await app()
await db.write(async (writing) => {
  const owner = await writing.selectFrom('staff').selectAll().executeTakeFirstOrThrow()
  const accounts = [0, 1, 2].map((runner) => ({ ...owner, id: `runner-${runner}`, email: staffOf(runner).email }))
  await writing.insertInto('staff').values(accounts).execute()
  return { ok: true, value: undefined }
})
