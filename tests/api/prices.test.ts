import { describe, expect, test } from 'vitest'
import { readPrices, readShownPrices } from '#contract/prices.ts'
import { setApp } from '#server/open-app.ts'
import { type TestApp, withApp } from '../support/app.ts'
import { edit, manager } from '../support/prices.ts'
import { call, send } from '../support/requests.ts'

describe('prices for everybody', () => {
  let app: TestApp
  withApp('sqlite', (opened) => {
    app = opened
    setApp(app)
  })

  test('follow what staff saved', async () => {
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

  test('as figures are kept by browsers and asked about each time', async () => {
    const first = await send(readShownPrices)
    const etag = first.headers.get('etag') ?? ''
    expect(first.headers.get('cache-control')).toBe('no-cache')
    const again = await send(readShownPrices, { headers: { 'if-none-match': etag } })
    expect(again).toMatchObject({ status: 304, body: undefined })
    await edit(app, await manager(app), { 'kausimaa/explorer/daily': 45_000 })
    const changed = await send(readShownPrices, { headers: { 'if-none-match': etag } })
    expect(changed.status).toBe(200)
    expect(changed.headers.get('etag')).not.toBe(etag)
  })
})
