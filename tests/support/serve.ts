/** Serves the build on an empty database; everything of it is gone afterwards. */
import { rmSync } from 'node:fs'
import { newDataDir } from './process.ts'
import { STAFF } from './staff.ts'

const dataDir = newDataDir()
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
Object.assign(process.env, { DATA_DIR: dataDir, STAFF_EMAIL: STAFF.email, STAFF_PASSWORD: STAFF.password })
await import('../../src/server/main.ts')
