import { describe, expect, test } from 'vitest'
import { readPrices, readShownPrices } from '#contract/prices.ts'
import { useApp } from '../support/app.ts'
import { closed } from '../support/closures.ts'
import { dayPass, placed } from '../support/orders.ts'
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

  test('come with the closures that pages show', async () => {
    await closed(app, { from: '2026-12-01', reason: 'Painting', locationId: 'kausimaa' })
    await closed(app, { from: '2026-12-10', to: '2026-12-11' })
    app.clock.set(Date.parse('2026-12-01T09:00:00+05:45'))
    expect(await call(readShownPrices)).toMatchObject({
      'kausimaa/explorer/daily': '400',
      'kausimaa/closures': 'Closed 1 Dec (Painting), 10 – 11 Dec (Tihar)',
      'kausimaa/status': 'Closed today: Painting',
      'dhobighat-hub/closures': 'Closed 10 – 11 Dec (Tihar)',
      'dhobighat-hub/status': '',
    })
    app.clock.set(Date.parse('2026-12-12T09:00:00+05:45'))
    expect(await call(readShownPrices)).toMatchObject({ 'kausimaa/closures': '', 'kausimaa/status': '' })
  })

  test('come with the free seats of today, and of tomorrow after the sales of today', async () => {
    const shown = async () => {
      const texts = await call(readShownPrices)
      return [texts['dhobighat-hub/free'], texts['kausimaa/free'], texts['jhamsikhel-loft/free']]
    }
    await placed(app, dayPass({ startDate: '2026-12-10' }))
    await closed(app, { from: '2026-12-11', locationId: 'kausimaa' })
    app.clock.set(Date.parse('2026-12-10T09:00:00+05:45'))
    expect(await shown()).toEqual(['29 seats free today', '40 seats free today', undefined])
    app.clock.set(Date.parse('2026-12-10T17:00:00+05:45'))
    expect(await shown()).toEqual(['29 seats free today', 'Closed tomorrow', undefined])
    app.clock.set(Date.parse('2026-12-10T21:00:00+05:45'))
    expect(await shown()).toEqual(['30 seats free tomorrow', 'Closed tomorrow', undefined])
    app.env = { ...app.env, sameDayCutoffMinutes: 0 }
    expect(await shown()).toEqual(['29 seats free today', 'Closed tomorrow', undefined])
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
