import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reportSampleContent } from '#build/sample-content.ts'
import { finishBuild } from '../support/integration.ts'

/** The lines of the report about files, without its head and the line about the bank account. */
const report = (folder: string) =>
  finishBuild(reportSampleContent(folder), 'dist')
    .split('\n')
    .filter((line) => line.startsWith('  ') && !line.includes('BANK_ACCOUNT_NUMBER'))

test('reportSampleContent reports every sample of the content', () => {
  const flags = readdirSync('content', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.\w+$/.test(name))
    .flatMap((name) => readFileSync(join('content', name), 'utf8').match(/\bsample"?: *true\b/g) ?? [])
  const lines = report('content')
  const counts = lines.map((line) => {
    const [, listed = '', more = '0'] = /(?: of (.*?))?(?: and (\d+) more)?$/.exec(line) ?? []
    return listed.split(', ').length + Number(more)
  })
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(flags.length)
  expect(lines.filter((line) => line.includes(': entries'))).toEqual([])
})

test('reportSampleContent names entries by id, and records and posts by file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'content-'))
  writeFileSync(join(folder, 'hub.json'), '{ "name": "Hub", "sample": true }')
  const list = '[{ "id": "a", "sample": true }, { "id": "b", "sample": false }, { "id": "c" }]'
  writeFileSync(join(folder, 'list.json'), list)
  writeFileSync(join(folder, 'deep.json'), '[{ "id": "a", "desk": { "id": "d", "sample": true } }]')
  writeFileSync(join(folder, 'one.mdx'), '---\ntitle: One\nsample: True # so far\n---\n\nText.\n')
  writeFileSync(join(folder, 'two.mdx'), '---\ntitle: Two\nsample: false\n---\n\nsample: true\n')
  expect(report(folder)).toEqual([
    `  ${folder}/deep.json: entries d`,
    `  ${folder}/hub.json: entries`,
    `  ${folder}/list.json: entries a`,
    `  ${folder}: entries one`,
  ])
})
