import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { loadCurrentSeats } from '#build/current-seats.ts'
import { addDays, kathmanduDate } from '#domain/calendar.ts'
import { HOUR, openTestApp } from '../support/app.ts'
import { resized } from '../support/capacity.ts'
import { someStaff } from '../support/staff-accounts.ts'

const today = kathmanduDate(Date.now())
const CONTENT = [
  { id: 'dhobighat-hub', capacity: 30 },
  { id: 'kausimaa', capacity: 40 },
] as const

async function build(from: Record<string, string>) {
  const warnings: string[] = []
  const locations = await loadCurrentSeats(CONTENT, { DATA_DIR: '/nowhere', ...from }, (text) => warnings.push(text))
  return { seats: locations.map(({ capacity }) => capacity), warnings }
}

async function serve(body: (url: URL) => string) {
  const server = createServer(({ url }, response) => response.end(body(new URL(url ?? '', 'http://localhost'))))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/prices`
  return { url, stop: () => new Promise((resolve) => server.close(resolve)) }
}

test('loadCurrentSeats of a first build returns the seats of the content without a warning', async () => {
  expect(await build({})).toEqual({ seats: [30, 40], warnings: [] })
})

test('loadCurrentSeats of a build beside its database returns the newest change that applies today', async () => {
  const app = await openTestApp('sqlite')
  try {
    const by = await someStaff(app)
    app.clock.set(Date.now() - 9 * 24 * HOUR)
    await resized(app, by, 20, addDays(today, -9))
    await resized(app, by, 25, today)
    await resized(app, by, 50, addDays(today, 1))
    expect(await build({ DATA_DIR: app.env.dataDir })).toEqual({ seats: [25, 40], warnings: [] })
    expect(await build({ DATA_DIR: app.env.dataDir, PUBLIC_BACKEND: 'browser' })).toMatchObject({ seats: [30, 40] })
  } finally {
    await app.close()
  }
})

test('loadCurrentSeats of a build elsewhere queries the server of the prices, and warns once without it', async () => {
  const { url, stop } = await serve(({ pathname, searchParams }) => {
    const { location, from, to } = Object.fromEntries(searchParams)
    const seats = pathname === '/api/availability' && from === to && location === 'kausimaa' ? 25 : 31
    return JSON.stringify({ locationId: location, days: [{ date: from, seats, taken: 4 }] })
  })
  expect(await build({ PRICES_URL: url })).toEqual({ seats: [31, 25], warnings: [] })
  await stop()
  expect(await build({ PRICES_URL: url })).toEqual({
    seats: [30, 40],
    warnings: [expect.stringContaining('using the seats of content/locations.json')],
  })
})

test.each(['<html>', '{}', '{"locationId":"kausimaa","days":[]}', '{"locationId":"kausimaa","days":[{"seats":5}]}'])(
  'loadCurrentSeats rejects %j as seats',
  async (body) => {
    const { url, stop } = await serve(() => body)
    expect(await build({ PRICES_URL: url })).toMatchObject({ seats: [30, 40], warnings: [expect.any(String)] })
    await stop()
  },
)
