import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findSamples, SAMPLE_FIELDS } from '#build/sample-content.ts'

test('every sample of the content is found, and said in words', () => {
  const flags = readdirSync('content', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.\w+$/.test(name))
    .flatMap((name) => readFileSync(join('content', name), 'utf8').match(/\bsample"?: *true\b/g) ?? [])
  const found = findSamples('content')
  expect(found.flatMap(({ entries }) => (entries.length > 0 ? entries : ['the record']))).toHaveLength(flags.length)
  expect(found.map(({ file }) => file).filter((file) => !(file in SAMPLE_FIELDS))).toEqual([])
})

test('entries are named by their ids, records and posts by their file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'content-'))
  writeFileSync(join(folder, 'house.json'), '{ "name": "House", "sample": true }')
  writeFileSync(
    join(folder, 'list.json'),
    '[{ "id": "a", "sample": true }, { "id": "b", "sample": false }, { "id": "c" }]',
  )
  writeFileSync(join(folder, 'deep.json'), '[{ "id": "a", "desk": { "id": "d", "sample": true } }]')
  writeFileSync(join(folder, 'one.mdx'), '---\ntitle: One\nsample: True # so far\n---\n\nText.\n')
  writeFileSync(join(folder, 'two.mdx'), '---\ntitle: Two\nsample: false\n---\n\nsample: true\n')
  expect(findSamples(folder)).toEqual([
    { file: join(folder, 'deep.json'), entries: ['d'] },
    { file: join(folder, 'house.json'), entries: [] },
    { file: join(folder, 'list.json'), entries: ['a'] },
    { file: folder, entries: ['one'] },
  ])
})
