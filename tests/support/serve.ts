/** Serves the build on a database with accounts of staff alone; everything of it is gone afterwards. */
import { rmSync } from 'node:fs'
import { newDataDir } from './process.ts'
import { accountsOfRunners } from './runners.ts'
import { STAFF } from './staff.ts'

const dataDir = newDataDir()
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
Object.assign(process.env, { DATA_DIR: dataDir, STAFF_EMAIL: STAFF.email, STAFF_PASSWORD: STAFF.password })
await import('../../src/server/main.ts')

const { getApp } = await import('#server/open-app.ts')
await accountsOfRunners((await getApp()).db)
