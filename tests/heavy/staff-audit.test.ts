import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRoutes } from '../audit/routes.ts'
import { openSampleSite, toState } from '../audit/sample-site.ts'
import { findScreenFaults } from '../audit/screen-faults.ts'
import { READING } from '../audit/screen-states.ts'

let sample: Awaited<ReturnType<typeof openSampleSite>>

beforeAll(async () => {
  sample = await openSampleSite()
})
afterAll(() => sample.close())

const screens = readRoutes('dist/client').map(toState)
const states = [...screens, ...READING].filter(({ path }) => path.startsWith('/admin'))

describe.concurrent.each(states)('the state $name', (state) => {
  test('has no faults on a phone, in both color schemes', async () => {
    expect((await findScreenFaults(sample.site, state)).join('\n')).toBe('')
  })
})
