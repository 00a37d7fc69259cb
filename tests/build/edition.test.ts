import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { readEdition } from '#build/edition.ts'

const BROWSER = { PUBLIC_BACKEND: 'browser' }

test('readEdition returns undefined unless PUBLIC_BACKEND is browser', () => {
  for (const PUBLIC_BACKEND of [undefined, '', ' ', 'server']) expect(readEdition({ PUBLIC_BACKEND })).toBeUndefined()
  for (const PUBLIC_BACKEND of ['none', 'Browser', 'true'])
    expect(() => readEdition({ PUBLIC_BACKEND })).toThrow(`PUBLIC_BACKEND is "${PUBLIC_BACKEND}"`)
})

test('readEdition uses defaults, and no assistant without a key', () => {
  expect(readEdition(BROWSER)).not.toHaveProperty('assistant')
  expect(readEdition(BROWSER)).toMatchObject({ staff: { email: 'demo@chautari.example', password: 'chautari-demo' } })
  const staff = { PUBLIC_DEMO_STAFF_EMAIL: 'desk@here.example', PUBLIC_DEMO_STAFF_PASSWORD: 'open' }
  const assistant = { PUBLIC_GEMINI_API_KEY: 'key', GEMINI_MODEL: 'another' }
  expect(readEdition({ ...BROWSER, ...staff, ...assistant })).toMatchObject({
    staff: { email: 'desk@here.example', password: 'open' },
    assistant: { key: 'key', model: 'another' },
  })
})

test('readEdition rejects the password of the server and ignores its key', () => {
  const STAFF_PASSWORD = 'correct horse battery'
  const build = (PUBLIC_DEMO_STAFF_PASSWORD: string) => () =>
    readEdition({ ...BROWSER, STAFF_PASSWORD, PUBLIC_DEMO_STAFF_PASSWORD })
  for (const password of [STAFF_PASSWORD, ` ${STAFF_PASSWORD} `]) {
    expect(build(password)).toThrow('PUBLIC_DEMO_STAFF_PASSWORD')
    expect(build(password)).not.toThrow(STAFF_PASSWORD)
  }
  expect(() => readEdition({ ...BROWSER, STAFF_PASSWORD: 'chautari-demo' })).toThrow('PUBLIC_DEMO_STAFF_PASSWORD')
  expect(JSON.stringify(build('another')())).not.toContain(STAFF_PASSWORD)
  expect(readEdition({ ...BROWSER, GEMINI_API_KEY: 'secret' })).not.toHaveProperty('assistant')
})

test('readEdition rejects an invalid email address', () => {
  expect(() => readEdition({ ...BROWSER, PUBLIC_DEMO_STAFF_EMAIL: 'staff' })).toThrow('PUBLIC_DEMO_STAFF_EMAIL')
})

test('.env.example contains every variable that is read, with its default', () => {
  const example = parseEnv(readFileSync('.env.example', 'utf8'))
  expect(readEdition(example)).toBeUndefined()
  expect(readEdition({ ...example, ...BROWSER })).toEqual(readEdition(BROWSER))
  const read = new Set<string>()
  const get = (from: typeof BROWSER, name: string) => {
    read.add(name)
    return Reflect.get(from, name)
  }
  readEdition(new Proxy(BROWSER, { get }))
  expect([...read].filter((name) => !(name in example))).toEqual([])
})
