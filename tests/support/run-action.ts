import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import type { TestApp } from './app.ts'

/** Runs an action of a script on the app's database, in a process. Returns its output, or `killed`. */
export async function runAction(
  app: TestApp,
  script: string,
  [action, input]: [action: string, input: object],
  env: Record<string, string> = {},
): Promise<string> {
  const preload = ['--import', resolve('tests/support/kill-in-action.ts')]
  const { databaseUrl, dataDir } = app.env
  const database = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  const child = promisify(execFile)(process.execPath, [...preload, script, action, JSON.stringify(input)], {
    env: { ...process.env, ...database, ...env },
  })
  return child.then(
    ({ stdout }) => stdout,
    (error) => {
      if (error.signal === 'SIGKILL') return 'killed'
      throw error
    },
  )
}
