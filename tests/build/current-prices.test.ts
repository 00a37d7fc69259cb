import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { loadCurrentPrices } from '#build/current-prices.ts'
import { pricesAt } from '#domain/price.ts'
import { getCatalogue } from '#server/catalogue.ts'
import { openTestApp } from '../support/app.ts'
import { edit, manager } from '../support/prices.ts'

const content = getCatalogue().prices
const DAY = 'kausimaa/explorer/daily'

async function build(from: Record<string, string>) {
  const warnings: string[] = []
  const warn = (warning: string) => warnings.push(warning)
  const tables = await loadCurrentPrices(content, { DATA_DIR: '/nowhere', ...from }, warn)
  return { day: pricesAt(tables, 'kausimaa').explorer.daily, warnings, tables }
}

async function serve(body: string) {
  const server = createServer((_, response) => response.end(body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/prices` }
}

test('loadCurrentPrices of a first build returns the prices of the content without a warning', async () => {
  expect(await build({})).toEqual({ day: 40_000, warnings: [], tables: content })
})

test('loadCurrentPrices of a build beside its database returns the current prices', async () => {
  const app = await openTestApp('sqlite')
  try {
    await edit(app, await manager(app), { [DAY]: 45_000 })
    expect(await build({ DATA_DIR: app.env.dataDir })).toMatchObject({ day: 45_000, warnings: [] })
  } finally {
    await app.close()
  }
})

test('loadCurrentPrices of a build elsewhere queries the server and falls back to the content', async () => {
  const tables = content.map((table) => ({ ...table, prices: { ...table.prices, explorer: { daily: 47_000 } } }))
  const { server, url } = await serve(JSON.stringify({ tables }))
  expect(await build({ PRICES_URL: url })).toMatchObject({ day: 47_000, warnings: [] })
  await new Promise((resolve) => server.close(resolve))
  const { day, warnings } = await build({ PRICES_URL: url })
  expect(day).toBe(40_000)
  expect(warnings).toEqual([expect.stringContaining('the server of PRICES_URL could not be read')])
})

test.each(['<html>', '{}', '{"tables":5}'])('loadCurrentPrices rejects %j as a price list', async (body) => {
  const { server, url } = await serve(body)
  expect(await build({ PRICES_URL: url })).toMatchObject({ day: 40_000, warnings: [expect.any(String)] })
  server.close()
})

test('loadCurrentPrices warns of an unreadable database without its address', async () => {
  const url = 'postgres://hidden@127.0.0.1:1/nothing'
  const { day, warnings } = await build({ DATABASE_URL: url })
  expect({ day, warnings: warnings.length }).toEqual({ day: 40_000, warnings: 1 })
  expect(warnings[0]).not.toContain('hidden')
})
