import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lockFolder } from '#server/db/folder-lock.ts'
import { runCommand } from '../support/command.ts'
import { type EmptyDatabase, emptyDatabase } from '../support/engines.ts'

const children = new Set<ChildProcess>()
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  children.clear()
})

/** Takes the lock in a process of its own and keeps it. */
async function otherProcess(dataDir: string) {
  const script = `import { lockFolder } from '#server/db/folder-lock.ts'
    console.log(lockFolder(${JSON.stringify(dataDir)}) ?? 'locked'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'ignore'] })
  children.add(child)
  const [said] = await once(child.stdout, 'data')
  const exit = once(child, 'exit')
  return {
    pid: child.pid,
    said: String(said).trim(),
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
  let said = ''
  child.stderr.on('data', (part) => (said += part))
  const [code] = await once(child, 'close')
  return { code, said }
}

describe('a SQLite folder', () => {
  let database: EmptyDatabase
  let dataDir: string
  beforeEach(async () => {
    database = await emptyDatabase('sqlite')
    dataDir = database.env.DATA_DIR
  })
  afterEach(() => database.remove())

  test('is refused to a second server, which names the first', async () => {
    const first = await otherProcess(dataDir)
    expect(first.said).toBe('locked')
    const { code, said } = await serve({ DATA_DIR: dataDir })
    expect(code).toBe(1)
    expect(said).toContain(`is in use by process ${first.pid} on `)
    expect(said).not.toContain('    at ')
    expect(readdirSync(dataDir)).not.toContain('chautari.sqlite')
  })

  test('is free once its process was killed', async () => {
    const first = await otherProcess(dataDir)
    await first.kill()
    const second = await otherProcess(dataDir)
    expect(second.said).toBe('locked')
  })

  test('is refused to restore, db:move and seed beside a server, and open to backup', { timeout: 60_000 }, async () => {
    const server = await otherProcess(dataDir)
    const env = { DATA_DIR: dataDir }
    for (const [name, argument] of [
      ['restore', 'x.ndjson.gz'],
      ['db:move', 'postgres://127.0.0.1:1/x'],
      ['seed', '--bookings=100'],
    ] as const) {
      const { code, said } = await runCommand(name, [argument], env)
      expect({ name, code, said }).toEqual({
        name,
        code: 1,
        said: expect.stringContaining(`process ${server.pid} on `),
      })
    }
    const backup = await runCommand('backup', [], env)
    expect(backup).toMatchObject({ code: 0, said: expect.stringContaining('0 bookings') })
  })

  test('keeps no half backup of one that was killed', { timeout: 60_000 }, async () => {
    const env = { DATA_DIR: dataDir }
    await runCommand('backup', [], env)
    const folder = join(dataDir, 'backups')
    for (const name of ['chautari-2026-01-01T00-00-00.000Z.ndjson.gz.part', 'nightly.gz.chautari.part', 'film.part'])
      writeFileSync(join(folder, name), 'half')
    await runCommand('backup', [], env)
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual(['film.part'])
    expect(readdirSync(folder).filter((name) => name.endsWith('.gz'))).toHaveLength(2)
  })

  test('takes one backup at a time', async () => {
    expect(lockFolder(dataDir, 'backup-lock')).toBeUndefined()
    const { code, said } = await runCommand('backup', [], { DATA_DIR: dataDir })
    expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining(`made by process ${process.pid} on `) })
  })
})
