import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { loadCurrentClosures } from '#build/current-closures.ts'
import { addDays, kathmanduDate } from '#domain/calendar.ts'
import { openTestApp } from '../support/app.ts'
import { closed } from '../support/closures.ts'

const today = kathmanduDate(Date.now())
const TIHAR = { id: '1', locationId: null, from: today, to: today, reason: 'Tihar', hours: null }

async function build(from: Record<string, string>) {
  const warnings: string[] = []
  const closures = await loadCurrentClosures({ DATA_DIR: '/nowhere', ...from }, (warning) => warnings.push(warning))
  return { closures, warnings }
}

/** Answers every path with its own address, and `/api/closures` with the body. */
async function serve(body: string) {
  const server = createServer(({ url }, response) => response.end(url === '/api/closures' ? body : url))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/prices`
  return { url, stop: () => new Promise((resolve) => server.close(resolve)) }
}

test('loadCurrentClosures of a first build returns none without a warning', async () => {
  expect(await build({})).toEqual({ closures: [], warnings: [] })
})

test('loadCurrentClosures of a build beside its database returns those that are not over', async () => {
  const app = await openTestApp('sqlite')
  try {
    await closed(app, { from: addDays(today, -3), to: addDays(today, -1) })
    await closed(app, { from: addDays(today, -1), to: addDays(today, 1), reason: 'Painting' })
    const { closures, warnings } = await build({ DATA_DIR: app.env.dataDir })
    expect(closures).toMatchObject([{ reason: 'Painting', locationId: null, hours: null }])
    expect(warnings).toEqual([])
    expect(await build({ DATA_DIR: app.env.dataDir, PUBLIC_BACKEND: 'browser' })).toEqual({ closures: [], warnings })
  } finally {
    await app.close()
  }
})

test('loadCurrentClosures of a build elsewhere queries the server of the prices and falls back to none', async () => {
  const { url, stop } = await serve(JSON.stringify({ closures: [TIHAR] }))
  expect(await build({ PRICES_URL: url })).toEqual({ closures: [TIHAR], warnings: [] })
  await stop()
  const { closures, warnings } = await build({ PRICES_URL: url })
  expect(closures).toEqual([])
  expect(warnings).toEqual([expect.stringContaining('the server of PRICES_URL could not be read')])
})

test.each(['<html>', '{}', '{"closures":5}', JSON.stringify({ closures: [{ ...TIHAR, from: 'today' }] })])(
  'loadCurrentClosures rejects %j as a list',
  async (body) => {
    const { url, stop } = await serve(body)
    expect(await build({ PRICES_URL: url })).toMatchObject({ closures: [], warnings: [expect.any(String)] })
    await stop()
  },
)

test('loadCurrentClosures warns of an unreadable database without its address', async () => {
  const { closures, warnings } = await build({ DATABASE_URL: 'postgres://hidden@127.0.0.1:1/nothing' })
  expect({ closures, warnings: warnings.length }).toEqual({ closures: [], warnings: 1 })
  expect(warnings[0]).not.toContain('hidden')
})
