/** @module-tag long */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { readServeCommand } from '../support/process.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chautari-env-'))
})

/** Starts the server in a folder with the flags of `npm run serve`; an invalid PORT stops it before it opens anything. */
function start(env: Record<string, string> = {}): { message: string }[] {
  const flags = readServeCommand().arguments.slice(0, -1)
  const { stdout, stderr } = spawnSync(process.execPath, [...flags, resolve('src/server/main.ts')], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
  })
  const lines = `${stdout}${stderr}`.split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as { message: string })
}

describe('the .env file of the server', () => {
  test('is optional, and its absence prints nothing', () => {
    expect(start({ PORT: 'nine' })).toMatchObject([{ message: expect.stringContaining('PORT is "nine"') }])
  })

  test('sets variables', () => {
    writeFileSync(join(folder, '.env'), 'PORT=eight\n')
    expect(start()).toMatchObject([{ message: expect.stringContaining('PORT is "eight"') }])
  })

  test('does not replace a variable that is already set', () => {
    writeFileSync(join(folder, '.env'), 'PORT=eight\n')
    expect(start({ PORT: 'nine' })).toMatchObject([{ message: expect.stringContaining('PORT is "nine"') }])
  })
})
