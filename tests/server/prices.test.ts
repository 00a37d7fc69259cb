import { describe, expect, test } from 'vitest'
import type { App } from '#server/app.ts'
import { createBooking } from '#server/bookings/placement.ts'
import { openApp } from '#server/open-app.ts'
import { readCurrentPrices } from '#server/prices/current.ts'
import { changePrices, readHistory, readPrices, undoChange } from '#server/prices/revisions.ts'
import { rows, stored, type TestApp, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { granted, newKey, order, placed, refusalOf } from '../support/orders.ts'
import { edit, manager } from '../support/prices.ts'

const DAY = 'kausimaa/explorer/daily'
const WEEK = 'dhobighat-hub/professional/weekly'
const MONTH = 'dhobighat-hub/professional/monthly'
const YEAR = 'dhobighat-hub/professional/annual'

describe.each(ENGINES)('prices on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })
  const list = async (from: App = app) => granted(await readPrices(from))

  test('are the content’s until somebody changes one', async () => {
    const { version, amounts } = await list()
    expect(version).toBe(0)
    expect(Object.keys(amounts)).toHaveLength(40)
    expect(amounts).toMatchObject({ [DAY]: 40_000, [MONTH]: 950_000, [YEAR]: 10_260_000 })
    expect(await readCurrentPrices(app.catalogue.prices, app.db.read)).toBe(app.catalogue.prices)
  })

  test('hold as soon as they are saved: the next quote and everything that tells prices has them', async () => {
    const by = await manager(app)
    const saved = await edit(app, by, { [MONTH]: 1_000_000, [WEEK]: null })
    expect(saved).toMatchObject({ version: 1, amounts: { [MONTH]: 1_000_000, [WEEK]: null, [YEAR]: 10_260_000 } })
    expect(await list()).toEqual(saved)
    expect((await placed(app)).totalAmount).toBe(1_000_000)
    expect(refusalOf(await createBooking(app, order({ billing: 'weekly' }), newKey()))).toMatchObject({
      code: 'invalid',
    })
    const [hub] = await readCurrentPrices(app.catalogue.prices, app.db.read)
    expect(hub?.prices.professional).toEqual({ monthly: 1_000_000, annual: 10_260_000 })
  })

  test('are saved together or not at all, with a sentence for every cell that is wrong', async () => {
    const by = await manager(app)
    const before = await stored(app)
    const wanted = { [DAY]: 45_000, [MONTH]: 0, [WEEK]: 950_000, 'kausimaa/explorer/weekly': 1, ['__proto__']: 5 }
    const changes = JSON.parse(JSON.stringify(wanted))
    expect(refusalOf(await changePrices(app, by, { version: 0, changes }))).toMatchObject({
      code: 'invalid',
      fields: {
        [MONTH]: expect.stringContaining('At least'),
        [WEEK]: 'Must be below a month',
        'kausimaa/explorer/weekly': 'There is no such price',
      },
    })
    expect(await stored(app)).toEqual(before)
  })

  test('that are what they were make no change', async () => {
    const by = await manager(app)
    expect(await edit(app, by, { [DAY]: 40_000 })).toMatchObject({ version: 0 })
    expect(await rows(app.db.read, 'audit')).toEqual([])
  })

  test('are not changed over what somebody else saved meanwhile: the second is shown what it is now', async () => {
    const by = await manager(app)
    const first = await edit(app, by, { [MONTH]: 1_000_000 })
    const late = refusalOf(await changePrices(app, by, { version: 0, changes: { [DAY]: 45_000 } }))
    expect(late).toEqual({ code: 'changed_meanwhile', current: first })
    expect((await list()).amounts[DAY]).toBe(40_000)
  })

  test('of eight who save at once one wins, and nothing of the others is written', async () => {
    const by = await manager(app)
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, number) =>
        changePrices(app, by, {
          version: 0,
          changes: { [DAY]: 45_000 + number * 100, [MONTH]: 960_000 + number * 100 },
        }),
      ),
    )
    const won = outcomes.filter(({ ok }) => ok)
    expect(won).toHaveLength(1)
    for (const outcome of outcomes) if (!outcome.ok) expect(outcome.failure.code).toBe('changed_meanwhile')
    expect(won[0]).toEqual({ ok: true, value: await list() })
    expect(await rows(app.db.read, 'price_revisions')).toHaveLength(1)
    expect(await rows(app.db.read, 'audit')).toHaveLength(1)
  })

  test('are taken back as a change of its own, and that again', async () => {
    const by = await manager(app)
    const original = await list()
    await edit(app, by, { [MONTH]: 1_000_000 })
    const second = await edit(app, by, { [WEEK]: null, [DAY]: 45_000 })
    const back = granted(await undoChange(app, by, { version: second.version }))
    expect(back).toMatchObject({ version: 3, amounts: { ...original.amounts, [MONTH]: 1_000_000 } })
    expect(refusalOf(await undoChange(app, by, { version: second.version }))).toMatchObject({
      code: 'changed_meanwhile',
      current: back,
    })
    expect(granted(await undoChange(app, by, { version: 3 })).amounts).toEqual(second.amounts)
    expect(granted(await readHistory(app, {})).items.map(({ version, undoes }) => [version, undoes])).toEqual([
      [4, 3],
      [3, 2],
      [2, null],
      [1, null],
    ])
  })

  test('have nothing to take back before the first change', async () => {
    expect(refusalOf(await undoChange(app, await manager(app), { version: 0 }))).toEqual({ code: 'not_found' })
  })

  test('leave who, when, what, old and new in the history and in the audit', async () => {
    const by = await manager(app)
    await edit(app, by, { [DAY]: 45_000, [WEEK]: null })
    await undoChange(app, by, { version: 1 })
    const changes = [
      { cell: DAY, before: 40_000, after: 45_000 },
      { cell: WEEK, before: 250_000, after: null },
    ]
    expect(granted(await readHistory(app, {})).items[1]).toEqual({
      version: 1,
      by: by.email,
      createdAt: new Date(app.now()).toISOString(),
      undoes: null,
      changes,
    })
    const deeds = (await rows(app.db.read, 'audit')).toSorted((a, b) => a.position - b.position)
    expect(deeds).toMatchObject([
      { staff_id: by.id, action: 'prices_changed', subject: 'prices', label: 'Dhobighat Hub, Kausimaa' },
      { staff_id: by.id, action: 'prices_put_back', subject: 'prices' },
    ])
    expect(JSON.parse(deeds[0]?.before ?? '')).toEqual({ [DAY]: 40_000, [WEEK]: 250_000 })
    expect(JSON.parse(deeds[0]?.after ?? '')).toEqual({ [DAY]: 45_000, [WEEK]: null })
  })

  test('have a history that is read page by page', async () => {
    const by = await manager(app)
    for (let number = 1; number <= 23; number++) await edit(app, by, { [DAY]: 40_000 + number * 100 })
    const first = granted(await readHistory(app, {}))
    expect(first.items.map(({ version }) => version)).toEqual(Array.from({ length: 20 }, (_, index) => 23 - index))
    const second = granted(await readHistory(app, { before: first.next ?? '' }))
    expect(second.items.map(({ version }) => version)).toEqual([3, 2, 1])
    expect(second.next).toBeNull()
    for (const before of ['', 'x', '-1', '1 or 1', '9'.repeat(30)])
      expect(refusalOf(await readHistory(app, { before }))).toMatchObject({ code: 'invalid' })
  })

  test('that another process changed are in the next quote here', async () => {
    const other = await openApp(app.env, { now: app.now, log: app.log })
    try {
      const by = await manager(app)
      await placed(app)
      await edit(other, by, { [MONTH]: 1_100_000 })
      expect((await placed(app)).totalAmount).toBe(1_100_000)
      await edit(app, by, { [MONTH]: 1_050_000 })
      expect((await placed(other)).totalAmount).toBe(1_050_000)
      expect(await list(other)).toEqual(await list())
    } finally {
      await other.db.close()
    }
  })

  test('are quoted to whoever finds a place full', async () => {
    await edit(app, await manager(app), { [DAY]: 45_000 })
    const { capacity = 0 } = app.catalogue.locations.find(({ id }) => id === 'kausimaa') ?? {}
    const day = order({ locationId: 'kausimaa', planId: 'explorer' })
    for (let seat = 0; seat < capacity; seat++) await placed(app, day)
    const { nearest } = refusalOf(await createBooking(app, day, newKey()))
    expect(nearest?.filter(({ locationId }) => locationId === 'kausimaa').map((offer) => offer.totalAmount)).toEqual([
      45_000, 45_000,
    ])
  })
})
