/** Serves the build on a database with staff accounts only, and removes it afterwards. */
import { rmSync } from 'node:fs'
import { newDataDir } from './process.ts'
import { STAFF } from './staff.ts'
import { createWorkerAccounts } from './worker-accounts.ts'

const dataDir = newDataDir()
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
Object.assign(process.env, { DATA_DIR: dataDir, STAFF_EMAIL: STAFF.email, STAFF_PASSWORD: STAFF.password })
await import('../../src/server/main.ts')

const { getApp } = await import('#server/open-app.ts')
await createWorkerAccounts((await getApp()).db)
