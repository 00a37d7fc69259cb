import { beforeEach, describe, expect, test } from 'vitest'
import type { CellName } from '#domain/price-list.ts'
import { $priceHistory } from '#stores/admin/prices/price-history.ts'
import {
  $changes,
  $prices,
  $pricesAfterSave,
  $problems,
  $unusualPrices,
  commitPrice,
  discardPrices,
  editPrice,
  readPrices,
  receivePrices,
  resetPrice,
  savePrices,
  undoPrices,
} from '#stores/admin/prices/prices.ts'
import { leaveStaffArea, openSession } from '#stores/admin/session/session.ts'
import { FakeStorage } from '../../support/edition-browser.ts'
import { replaceEnvironment } from '../../support/environment.ts'
import {
  AMOUNTS,
  DAY,
  LAST,
  list,
  MONTH,
  openPrices,
  PRICES,
  respondWithList,
  WEEK,
  withPriceList,
  YEAR,
} from './prices-tab.ts'
import { errorBody, settle, staffSession } from './staff-tab.ts'

const tab = withPriceList()
const saveRequest = () => tab.take(PRICES, 'PUT')
/** Saves a price of 450 rupees, and responds. */
function saveDay(status: number, body: unknown): Promise<void> {
  editPrice(DAY, '450')
  void savePrices()
  return saveRequest().respond(status, body)
}

describe('typed prices', () => {
  const edit = (typed: Record<string, string>) => {
    for (const [cell, text] of Object.entries(typed)) editPrice(cell as CellName, text)
  }

  test('are changes only where the amount differs', () => {
    edit({ [DAY]: '450', [MONTH]: '9,500', [WEEK]: '' })
    expect($changes.get()).toEqual({ [DAY]: 45_000, [WEEK]: null })
  })

  test('are unusual where they are far from the saved ones', () => {
    edit({ [DAY]: '50000', [MONTH]: '9,800' })
    expect($unusualPrices.get()).toEqual([DAY])
    edit({ [DAY]: '450' })
    expect($unusualPrices.get()).toEqual([])
  })

  test('are formatted when they are committed; unchanged ones are dropped', () => {
    edit({ [MONTH]: '12000', [DAY]: ' 500.00 ', [YEAR]: 'a lot' })
    for (const cell of [MONTH, DAY, YEAR] as const) commitPrice(cell)
    expect($prices.get().inputs).toEqual({ [MONTH]: '12,000', [YEAR]: 'a lot' })
  })

  test('have messages by cell, by the rules of the server', () => {
    edit({ [DAY]: '', [WEEK]: '9,500', [YEAR]: 'a lot' })
    expect($problems.get()).toEqual({
      [DAY]: 'Enter a price',
      [WEEK]: 'Must be below the monthly price',
      [YEAR]: 'Enter rupees, like 9,500',
    })
  })

  test('list invalid cells in grid order, of which saving returns the first without a request', async () => {
    edit({ [YEAR]: '9,000', [DAY]: '1', [WEEK]: '9,500' })
    expect(Object.keys($problems.get())).toEqual([DAY, WEEK, YEAR])
    expect(await savePrices()).toBe(DAY)
    discardPrices()
    editPrice(MONTH, '0')
    expect(await savePrices()).toBe(MONTH)
    expect(saveRequest).toThrow()
  })

  test('show the amounts after a save; invalid text changes none', () => {
    edit({ [MONTH]: '10000', [YEAR]: 'x' })
    expect($pricesAfterSave.get()).toMatchObject({ [MONTH]: 1_000_000, [YEAR]: 10_260_000, [DAY]: 50_000 })
  })

  test('are reset one by one, or all', () => {
    edit({ [DAY]: '450', [MONTH]: '9,000' })
    resetPrice(DAY)
    expect($changes.get()).toEqual({ [MONTH]: 900_000 })
    discardPrices()
    expect($changes.get()).toEqual({})
  })
})

describe('saving prices', () => {
  test('sends the changes and the displayed version, once, and keeps what was typed during the request', async () => {
    editPrice(DAY, '450')
    const saving = savePrices()
    void savePrices()
    const request = saveRequest()
    expect(request.body).toEqual({ version: 3, changes: { [DAY]: 45_000 } })
    expect(saveRequest).toThrow()
    editPrice(MONTH, '9,000')
    await request.respond(200, list(4, { [DAY]: 45_000 }))
    expect(await saving).toBeUndefined()
    expect($prices.get()).toMatchObject({ saveResult: { saved: 1 }, busy: false, list: { version: 4 } })
    expect($prices.get().inputs).toEqual({ [MONTH]: '9,000' })
    expect($changes.get()).toEqual({ [MONTH]: 900_000 })
  })

  test('marks the cells of a conflict, keeps what was typed, and succeeds when repeated', async () => {
    const current = list(4, { [DAY]: 42_000, [MONTH]: 900_000 })
    await saveDay(409, errorBody('changed_meanwhile', { current }))
    expect($prices.get()).toMatchObject({
      list: { version: 4 },
      failure: { code: 'changed_meanwhile' },
      changedByOthers: { [DAY]: 50_000, [MONTH]: 950_000 },
    })
    expect($changes.get()).toEqual({ [DAY]: 45_000 })
    void savePrices()
    const repeated = saveRequest()
    expect(repeated.body).toEqual({ version: 4, changes: { [DAY]: 45_000 } })
    await repeated.respond(200, list(5, { [DAY]: 45_000, [MONTH]: 900_000 }))
    expect($prices.get()).toMatchObject({ changedByOthers: {}, inputs: {} })
    expect($prices.get().failure).toBeUndefined()
  })

  test('shows messages of the server by cell until something is typed', async () => {
    editPrice(DAY, '450')
    const saving = savePrices()
    const fields = { [DAY]: 'Not today' }
    await saveRequest().respond(422, errorBody('invalid', { fields }))
    expect(await saving).toBe(DAY)
    expect($problems.get()).toEqual(fields)
    editPrice(DAY, '451')
    expect($problems.get()).toEqual({})
  })
})

test('undo of prices reverts the last change and keeps what is typed', async () => {
  editPrice(DAY, '450')
  void undoPrices(LAST)
  const request = tab.take(`${PRICES}/undo`, 'POST')
  expect(request.body).toEqual({ version: 3 })
  await request.respond(200, list(4, { [MONTH]: 940_000 }))
  expect($prices.get()).toMatchObject({ list: { version: 4 }, saveResult: 'undone' })
  expect($changes.get()).toEqual({ [DAY]: 45_000 })
})

test('the price history is reloaded after a change, and not replaced by an older response', async () => {
  const first = tab.take(`${PRICES}/history`)
  await saveDay(200, list(4, { [DAY]: 45_000 }))
  const revision = { version: 4, by: 'x', createdAt: '2026-12-01T04:15:00.000Z', undoes: null, changes: [] }
  await tab.take(`${PRICES}/history`).respond(200, { items: [revision], next: null })
  await first.respond(200, { items: [], next: null })
  expect($priceHistory.get().items).toEqual([revision])
})

describe('a draft of prices', () => {
  const storage = new FakeStorage()
  const signInAs = (email: string) => {
    void openSession()
    return tab.take('/api/admin/session').respond(200, staffSession({ email }))
  }
  beforeEach(async () => {
    storage.entries.clear()
    const restore = replaceEnvironment({ tabStorage: storage.storage })
    await signInAs('one@chautari.example')
    editPrice(DAY, '450')
    return restore
  })

  test('is restored for the same account, with changes of others marked', async () => {
    await signInAs('one@chautari.example')
    await openPrices(list(4, { [MONTH]: 900_000 }))
    expect($prices.get()).toMatchObject({ inputs: { [DAY]: '450' }, changedByOthers: { [MONTH]: AMOUNTS.monthly } })
    expect($changes.get()).toEqual({ [DAY]: 45_000 })
  })

  test.each([
    ['for another account', () => signInAs('two@chautari.example')],
    ['once it was discarded', async () => discardPrices()],
    ['after signing out', async () => leaveStaffArea()],
    [
      'after signing out, even if an event arrives before the page is left',
      async () => {
        leaveStaffArea()
        void receivePrices(4)
        await respondWithList(list(4))
      },
    ],
  ])('is deleted %s', async (_, trigger) => {
    await trigger()
    expect(storage.entries.size).toBe(0)
    await signInAs('one@chautari.example')
    await openPrices(list(4))
    expect($prices.get().inputs).toEqual({})
  })
})

describe('concurrent requests for prices', () => {
  const readRequest = () => tab.take(PRICES)
  const changed = { [DAY]: 45_000 }
  beforeEach(() => {
    editPrice(DAY, '450')
  })

  test('a read from before a save does not replace its result', async () => {
    void readPrices()
    const late = readRequest()
    await saveDay(200, list(4, changed))
    await late.respond(200, list(3))
    expect($prices.get()).toMatchObject({ list: list(4, changed), saveResult: { saved: 1 } })
  })

  test('an earlier read does not replace a later one', async () => {
    void readPrices()
    const late = readRequest()
    void readPrices()
    await readRequest().respond(200, list(4, { [MONTH]: 900_000 }))
    await late.respond(200, list(3))
    expect($prices.get().list?.version).toBe(4)
  })

  test('a version received during a save is read after it, unless it is the own one', async () => {
    void savePrices()
    void receivePrices(4)
    void receivePrices(5)
    await saveRequest().respond(200, list(4, changed))
    await readRequest().respond(200, list(5, { ...changed, [MONTH]: 900_000 }))
    expect($prices.get().list).toEqual(list(5, { ...changed, [MONTH]: 900_000 }))
    editPrice(DAY, '460')
    void savePrices()
    void receivePrices(6)
    await saveRequest().respond(200, list(6, { [DAY]: 46_000 }))
    expect(readRequest).toThrow()
  })

  test('a list loaded during a save is applied after it', async () => {
    void savePrices()
    void readPrices()
    await readRequest().respond(200, list(5, { ...changed, [MONTH]: 900_000 }))
    expect($prices.get()).toMatchObject({ list: { version: 3 }, changedByOthers: {} })
    await saveRequest().respond(200, list(4, changed))
    await readRequest().respond(200, list(5, { ...changed, [MONTH]: 900_000 }))
    expect($prices.get().list?.version).toBe(5)
  })
})

describe('a save of prices whose response is lost', () => {
  const saved = list(4, { [DAY]: 45_000 })
  const failSave = () => saveDay(500, errorBody('internal'))

  test('succeeds when the re-read list holds it', async () => {
    await failSave()
    await respondWithList(saved)
    expect($prices.get()).toEqual({
      list: saved,
      inputs: {},
      changedByOthers: {},
      saveResult: { saved: 1 },
      busy: false,
    })
  })

  test('marks only the cells that others changed', async () => {
    await failSave()
    editPrice(WEEK, '2,000')
    await respondWithList(list(5, { [DAY]: 45_000, [MONTH]: 900_000 }))
    expect($prices.get()).toMatchObject({ inputs: { [WEEK]: '2,000' }, saveResult: { saved: 1 } })
    expect($prices.get().changedByOthers).toEqual({ [MONTH]: 950_000 })
  })

  test('shows the saved list, without changes left, when it is sent again', async () => {
    await saveDay(409, errorBody('changed_meanwhile', { current: saved }))
    expect($prices.get()).toMatchObject({ list: saved, failure: { code: 'changed_meanwhile' } })
    expect($changes.get()).toEqual({})
  })

  test.each([
    ['is unchanged', list(3), {}],
    ['holds another price', list(4, { [DAY]: 42_000 }), { [DAY]: 50_000 }],
  ])('fails and keeps what was typed when the re-read list %s', async (_, current, changedByOthers) => {
    await failSave()
    await respondWithList(current)
    const inputs = { [DAY]: '450' }
    expect($prices.get()).toMatchObject({ list: current, inputs, busy: false, failure: { code: 'internal' } })
    expect($changes.get()).toEqual({ [DAY]: 45_000 })
    expect($prices.get().changedByOthers).toEqual(changedByOthers)
  })
})

test('a reload of prices marks changes of others only during an edit', async () => {
  void readPrices()
  await respondWithList(list(4, { [MONTH]: 900_000 }))
  expect($prices.get().changedByOthers).toEqual({})
  editPrice(DAY, '450')
  void readPrices()
  await respondWithList(list(5, { [MONTH]: 910_000 }))
  expect($prices.get().changedByOthers).toEqual({ [MONTH]: 900_000 })
  expect($changes.get()).toEqual({ [DAY]: 45_000 })
})

test('a received change of prices is read at once, the own version is not', async () => {
  void receivePrices(3)
  expect(() => tab.take(PRICES)).toThrow()
  editPrice(MONTH, '9,600')
  void receivePrices(4)
  await respondWithList(list(4, { [DAY]: 60_000 }))
  await settle()
  expect($prices.get()).toMatchObject({
    inputs: { [MONTH]: '9,600' },
    changedByOthers: { [DAY]: 50_000 },
    failure: { code: 'changed_meanwhile' },
  })
})

describe('an undo of prices whose response is lost', () => {
  const undone = list(4, { [MONTH]: 940_000 })
  const succeeded = { list: undone, inputs: {}, changedByOthers: {}, saveResult: 'undone', busy: false }
  beforeEach(async () => {
    void undoPrices(LAST)
    await tab.take(`${PRICES}/undo`, 'POST').respond(500, errorBody('internal'))
  })

  test('succeeds when the re-read list holds the former price', async () => {
    await respondWithList(undone)
    expect($prices.get()).toEqual(succeeded)
  })

  test('repeats the undo of the same change, and shows the former price when that is done already', async () => {
    await respondWithList(list(3))
    expect($prices.get()).toMatchObject({ failure: { code: 'internal' } })
    void undoPrices(LAST)
    const repeated = tab.take(`${PRICES}/undo`, 'POST')
    expect(repeated.body).toEqual({ version: 3 })
    await repeated.respond(409, errorBody('changed_meanwhile', { current: undone }))
    expect($prices.get()).toMatchObject({ list: undone, failure: { code: 'changed_meanwhile' } })
  })
})
