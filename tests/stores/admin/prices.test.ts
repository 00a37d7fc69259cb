import { beforeEach, describe, expect, test } from 'vitest'
import type { PriceList } from '#contract/admin/prices.ts'
import { $priceHistory } from '#stores/admin/prices/price-history.ts'
import {
  $changes,
  $prices,
  $pricesAfterSave,
  $problems,
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
import { replaceEnvironment } from '#stores/environment.ts'
import { KeptStorage } from '../../support/kept.ts'
import { who } from './desk.ts'
import { answerList, asked, DAY, LAST, list, MONTH, USUAL, WEEK, withPriceList, YEAR } from './price-list.ts'

withPriceList()

describe('typed prices', () => {
  test('are changes where they are other prices, and none where they only look different', () => {
    editPrice(DAY, '450')
    editPrice(MONTH, '9,500')
    editPrice(WEEK, '')
    expect($changes.get()).toEqual({ [DAY]: 45_000, [WEEK]: null })
  })

  test('stand like every other price once they are left; what is none is forgotten', () => {
    editPrice(MONTH, '12000')
    commitPrice(MONTH)
    editPrice(DAY, ' 500.00 ')
    commitPrice(DAY)
    editPrice(YEAR, 'a lot')
    commitPrice(YEAR)
    expect($prices.get().typed).toEqual({ [MONTH]: '12,000', [YEAR]: 'a lot' })
  })

  test('say by cell what is wrong with them, by the rules of the server', () => {
    editPrice(DAY, '')
    editPrice(WEEK, '9,500')
    editPrice(YEAR, 'a lot')
    expect($problems.get()).toEqual({
      [DAY]: 'Enter a price',
      [WEEK]: 'Must be below a month',
      [YEAR]: 'Enter rupees, like 9,500',
    })
  })

  test('are to be mended in the order of the grid, whatever the rules name first', async () => {
    editPrice(YEAR, '9,000')
    editPrice(DAY, '1')
    editPrice(WEEK, '9,500')
    expect(Object.keys($problems.get())).toEqual([DAY, WEEK, YEAR])
    expect(await savePrices()).toBe(DAY)
  })

  test('tell what would hold while one types; what is no price leaves it as it is', () => {
    editPrice(MONTH, '10000')
    editPrice(YEAR, 'x')
    expect($pricesAfterSave.get()).toMatchObject({ [MONTH]: 1_000_000, [YEAR]: 10_260_000, [DAY]: 50_000 })
  })

  test('go back one by one, or all', () => {
    editPrice(DAY, '450')
    editPrice(MONTH, '9,000')
    resetPrice(DAY)
    expect($changes.get()).toEqual({ [MONTH]: 900_000 })
    discardPrices()
    expect($changes.get()).toEqual({})
  })
})

describe('saving', () => {
  test('sends the changes and the version that was seen, once', async () => {
    editPrice(DAY, '450')
    const saving = savePrices()
    void savePrices()
    const request = asked('/api/admin/prices', 'PUT')
    expect(request.body).toEqual({ version: 3, changes: { [DAY]: 45_000 } })
    expect(() => asked('/api/admin/prices', 'PUT')).toThrow()
    await request.answer(200, list(4, { [DAY]: 45_000 }))
    expect(await saving).toBeUndefined()
    expect($prices.get()).toMatchObject({ typed: {}, done: { saved: 1 }, busy: false, list: { version: 4 } })
  })

  test('leads to what is to mend, and asks nobody', async () => {
    editPrice(MONTH, '0')
    expect(await savePrices()).toBe(MONTH)
    expect(() => asked('/api/admin/prices', 'PUT')).toThrow()
  })

  test('keeps what was typed while the answer was on its way', async () => {
    editPrice(DAY, '450')
    void savePrices()
    editPrice(MONTH, '9,000')
    await asked('/api/admin/prices', 'PUT').answer(200, list(4, { [DAY]: 45_000 }))
    expect($changes.get()).toEqual({ [MONTH]: 900_000 })
  })

  test('after somebody else: theirs are shown with what they were, ours stay, and the next save goes through', async () => {
    editPrice(DAY, '450')
    void savePrices()
    const current = list(4, { [DAY]: 42_000, [MONTH]: 900_000 })
    await asked('/api/admin/prices', 'PUT').answer(409, { error: { code: 'changed_meanwhile', message: 'm', current } })
    expect($prices.get()).toMatchObject({
      list: { version: 4 },
      failure: { code: 'changed_meanwhile' },
      changedByOthers: { [DAY]: 50_000, [MONTH]: 950_000 },
    })
    expect($changes.get()).toEqual({ [DAY]: 45_000 })
    void savePrices()
    const again = asked('/api/admin/prices', 'PUT')
    expect(again.body).toEqual({ version: 4, changes: { [DAY]: 45_000 } })
    await again.answer(200, list(5, { [DAY]: 45_000, [MONTH]: 900_000 }))
    expect($prices.get()).toMatchObject({ changedByOthers: {}, typed: {} })
    expect($prices.get().failure).toBeUndefined()
  })

  test('refused by the server: the sentences stand at their cells', async () => {
    editPrice(DAY, '450')
    const saving = savePrices()
    const fields = { [DAY]: 'Not today' }
    await asked('/api/admin/prices', 'PUT').answer(422, { error: { code: 'invalid', message: 'm', fields } })
    expect(await saving).toBe(DAY)
    expect($problems.get()).toEqual(fields)
    editPrice(DAY, '451')
    expect($problems.get()).toEqual({})
  })

  test('unanswered loses nothing', async () => {
    editPrice(DAY, '450')
    void savePrices()
    await asked('/api/admin/prices', 'PUT').answer(500, { error: { code: 'internal', message: 'm' } })
    expect($changes.get()).toEqual({ [DAY]: 45_000 })
    expect($prices.get()).toMatchObject({ busy: false, failure: { code: 'internal' } })
  })
})

test('undoing takes the last change back and keeps what is typed', async () => {
  editPrice(DAY, '450')
  void undoPrices(LAST)
  const request = asked('/api/admin/prices/undo', 'POST')
  expect(request.body).toEqual({ version: 3 })
  await request.answer(200, list(4, { [MONTH]: 940_000 }))
  expect($prices.get()).toMatchObject({ list: { version: 4 }, done: 'undone' })
  expect($changes.get()).toEqual({ [DAY]: 45_000 })
})

test('the history is read again after a change, and an older answer does not take its place', async () => {
  const first = asked('/api/admin/prices/history')
  editPrice(DAY, '450')
  void savePrices()
  await asked('/api/admin/prices', 'PUT').answer(200, list(4, { [DAY]: 45_000 }))
  const revision = { version: 4, by: 'x', createdAt: '2026-12-01T04:15:00.000Z', undoes: null, changes: [] }
  await asked('/api/admin/prices/history').answer(200, { items: [revision], next: null })
  await first.answer(200, { items: [], next: null })
  expect($priceHistory.get().items).toEqual([revision])
})

describe('prices that were left half typed', () => {
  const kept = new KeptStorage()
  const signedIn = async (email: string) => {
    void openSession()
    await asked('/api/admin/session').answer(200, who({ email }))
  }
  /** The screen on another page, with the prices that hold by then. */
  const openAgain = async (now: PriceList) => {
    $prices.set({ typed: {}, changedByOthers: {}, busy: false })
    void readPrices()
    await answerList(now)
  }
  beforeEach(async () => {
    kept.entries.clear()
    const putBack = replaceEnvironment({ tabStorage: kept.storage })
    await signedIn('one@chautari.example')
    editPrice(DAY, '450')
    return putBack
  })

  test('go on for the one who typed them, with what others have changed since marked', async () => {
    await signedIn('one@chautari.example')
    await openAgain(list(4, { [MONTH]: 900_000 }))
    expect($prices.get()).toMatchObject({ typed: { [DAY]: '450' }, changedByOthers: { [MONTH]: USUAL.monthly } })
    expect($changes.get()).toEqual({ [DAY]: 45_000 })
  })

  test.each([
    ['for another account', () => signedIn('two@chautari.example')],
    ['once they were discarded', async () => discardPrices()],
    ['after signing out', async () => leaveStaffArea()],
    [
      'after signing out, though prices of others arrive on the way home',
      async () => {
        leaveStaffArea()
        void receivePrices(4)
        await answerList(list(4))
      },
    ],
  ])('are gone %s', async (_, happens) => {
    await happens()
    expect(kept.entries.size).toBe(0)
    await signedIn('one@chautari.example')
    await openAgain(list(4))
    expect($prices.get().typed).toEqual({})
  })
})
