/** @module-tag long */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lockFolder } from '#server/db/folder-lock.ts'
import { runCommand } from '../../support/command.ts'
import { type EmptyDatabase, emptyDatabase } from '../../support/engines.ts'

const children = new Set<ChildProcess>()
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  children.clear()
})

/** Locks the folder in another process. */
async function otherProcess(dataDir: string) {
  const script = `import { lockFolder } from '#server/db/folder-lock.ts'
    console.log(lockFolder(${JSON.stringify(dataDir)}) ?? 'locked'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'ignore'] })
  children.add(child)
  const [output] = await once(child.stdout, 'data')
  const exit = once(child, 'exit')
  return {
    pid: child.pid,
    output: String(output).trim(),
    kill: async () => {
      child.kill('SIGKILL')
      await exit
    },
  }
}

async function serve(env: Record<string, string>) {
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    env: { ...process.env, PORT: '1', DATABASE_URL: '', SITE_URL: '', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (part) => (output += part))
  const [code] = await once(child, 'close')
  return { code, output }
}

describe('a SQLite folder', () => {
  let database: EmptyDatabase
  let dataDir: string
  beforeEach(async () => {
    database = await emptyDatabase('sqlite')
    dataDir = database.env.DATA_DIR
  })
  afterEach(() => database.remove())

  test('stops a second server with the name of the holder', async () => {
    const first = await otherProcess(dataDir)
    expect(first.output).toBe('locked')
    const { code, output } = await serve({ DATA_DIR: dataDir })
    expect(code).toBe(1)
    expect(output).toContain(`is in use by process ${first.pid} on `)
    expect(output).not.toContain('    at ')
    expect(readdirSync(dataDir)).not.toContain('chautari.sqlite')
  })

  test('is unlocked when its process is killed', async () => {
    const first = await otherProcess(dataDir)
    await first.kill()
    const second = await otherProcess(dataDir)
    expect(second.output).toBe('locked')
  })

  test('stops restore, db:move and seed beside a server, but not backup', { timeout: 60_000 }, async () => {
    const server = await otherProcess(dataDir)
    const env = { DATA_DIR: dataDir }
    for (const [name, argument] of [
      ['restore', 'x.ndjson.gz'],
      ['db:move', 'postgres://127.0.0.1:1/x'],
      ['seed', '--bookings=100'],
    ] as const) {
      const output = expect.stringContaining(`process ${server.pid} on `)
      expect({ name, ...(await runCommand(name, [argument], env)) }).toMatchObject({ name, code: 1, output })
    }
    const backup = await runCommand('backup', [], env)
    expect(backup).toMatchObject({ code: 0, output: expect.stringContaining('0 bookings') })
  })

  test('deletes partial files of a killed backup', { timeout: 60_000 }, async () => {
    const env = { DATA_DIR: dataDir }
    await runCommand('backup', [], env)
    const folder = join(dataDir, 'backups')
    for (const name of ['chautari-2026-01-01T00-00-00.000Z.ndjson.gz.part', 'nightly.gz.chautari.part', 'film.part'])
      writeFileSync(join(folder, name), 'half')
    await runCommand('backup', [], env)
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual(['film.part'])
    expect(readdirSync(folder).filter((name) => name.endsWith('.gz'))).toHaveLength(2)
  })

  test('rejects a second concurrent backup', async () => {
    expect(lockFolder(dataDir, 'backup-lock')).toBeUndefined()
    const output = expect.stringContaining(`running: process ${process.pid} on `)
    expect(await runCommand('backup', [], { DATA_DIR: dataDir })).toMatchObject({ code: 1, output })
  })
})
