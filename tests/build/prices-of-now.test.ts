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

/** What a build finds out, and what it warns of. */
async function build(from: Record<string, string>) {
  const warnings: string[] = []
  const tables = await loadCurrentPrices(content, { DATA_DIR: '/nowhere', ...from }, (sentence) =>
    warnings.push(sentence),
  )
  return { day: pricesAt(tables, 'kausimaa').explorer.daily, warnings, tables }
}

test('a first build has the content’s prices, and nothing to warn of', async () => {
  expect(await build({})).toEqual({ day: 40_000, warnings: [], tables: content })
})

test('a build beside its database has the prices of now, and changes nothing there', async () => {
  const app = await openTestApp('sqlite')
  try {
    await edit(app, await manager(app), { [DAY]: 45_000 })
    expect(await build({ DATA_DIR: app.env.dataDir })).toMatchObject({ day: 45_000, warnings: [] })
  } finally {
    await app.close()
  }
})

test('a build elsewhere asks the running server', async () => {
  const tables = content.map((table) => ({
    ...table,
    prices: { ...table.prices, explorer: { daily: 47_000 } },
  }))
  const server = createServer((_, response) => response.end(JSON.stringify({ tables })))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/prices`
  expect(await build({ PRICES_URL: url })).toMatchObject({ day: 47_000, warnings: [] })
  await new Promise((resolve) => server.close(resolve))
  const { day, warnings } = await build({ PRICES_URL: url })
  expect(day).toBe(40_000)
  expect(warnings).toEqual([expect.stringContaining(`${url} did not tell others`)])
})

test.each(['<html>', '{}', '{"tables":5}'])('an answer of %j is no price list', async (answer) => {
  const server = createServer((_, response) => response.end(answer))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  expect(await build({ PRICES_URL: url })).toMatchObject({ day: 40_000, warnings: [expect.any(String)] })
  server.close()
})

test('a database that cannot be read is warned of', async () => {
  const url = 'postgres://nobody@127.0.0.1:1/nothing'
  const { day, warnings } = await build({ DATABASE_URL: url })
  expect({ day, warnings: warnings.length }).toEqual({ day: 40_000, warnings: 1 })
  expect(warnings[0]).not.toContain('nobody')
})
