import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import type { Engine } from '../support/engines.ts'
import { startPostgres } from '../support/postgres.ts'
import { newDataDir, startServer } from '../support/process.ts'
import { STAFF_SETTINGS } from '../support/staff.ts'

const BOOKINGS = process.env.BENCH_BOOKINGS ?? '200000'

/** Starts a server on a new database with `BENCH_BOOKINGS` bookings (200,000). */
export async function startSeededServer(engine: Engine) {
  const postgres = engine === 'postgres' ? await startPostgres() : undefined
  const dataDir = newDataDir()
  const environment = {
    DATA_DIR: dataDir,
    TRUST_PROXY: '1',
    ...STAFF_SETTINGS,
    ...(postgres && { DATABASE_URL: postgres.url }),
  }
  const start = performance.now()
  execFileSync(process.execPath, ['src/server/commands/seed.ts', '--bookings', BOOKINGS], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  console.log(`\n${BOOKINGS} bookings on ${engine}, written in ${((performance.now() - start) / 1_000).toFixed(0)} s.`)
  const server = await startServer(environment, dataDir)
  return {
    url: server.url,
    stop: async () => {
      await server.kill('SIGTERM')
      rmSync(dataDir, { recursive: true })
      await postgres?.stop()
    },
  }
}
