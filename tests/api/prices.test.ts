import { describe, expect, test } from 'vitest'
import { readPrices, readShownPrices } from '#contract/prices.ts'
import { useApp } from '../support/app.ts'
import { edit, manager } from '../support/prices.ts'
import { call, send } from '../support/requests.ts'

describe('the public prices', () => {
  const app = useApp('sqlite')

  test('are those that staff saved', async () => {
    await edit(app, await manager(app), { 'kausimaa/explorer/daily': 45_000, 'kausimaa/enterprise/weekly': null })
    const { tables } = await call(readPrices)
    expect(tables.find(({ locationId }) => locationId === 'kausimaa')?.prices).toMatchObject({
      explorer: { daily: 45_000 },
      enterprise: { monthly: 800_000, annual: 8_640_000 },
    })
    expect(await call(readShownPrices)).toMatchObject({
      'kausimaa/explorer/daily': '450',
      'kausimaa/enterprise/weekly': '',
      lowestDayPass: 'NPR\u00a0450',
    })
  })

  test('are cached as shown prices by browsers, which revalidate each time', async () => {
    const first = await send(readShownPrices)
    const etag = first.headers.get('etag') ?? ''
    expect(first.headers.get('cache-control')).toBe('no-cache')
    const unchanged = await send(readShownPrices, { headers: { 'if-none-match': etag } })
    expect(unchanged).toMatchObject({ status: 304, body: undefined })
    await edit(app, await manager(app), { 'kausimaa/explorer/daily': 45_000 })
    const changed = await send(readShownPrices, { headers: { 'if-none-match': etag } })
    expect(changed.status).toBe(200)
    expect(changed.headers.get('etag')).not.toBe(etag)
  })
})
