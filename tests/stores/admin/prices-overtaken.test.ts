import { beforeEach, describe, expect, test } from 'vitest'
import {
  $changes,
  $prices,
  editPrice,
  readPrices,
  receivePrices,
  savePrices,
  undoPrices,
} from '#stores/admin/prices/prices.ts'
import { refusal, settle } from './desk.ts'
import { answerList, asked, DAY, LAST, list, MONTH, WEEK, withPriceList } from './price-list.ts'

withPriceList()

describe('answers that overtake each other', () => {
  const read = () => asked('/api/admin/prices')
  const saved = () => asked('/api/admin/prices', 'PUT')
  const changed = { [DAY]: 45_000 }
  beforeEach(() => {
    editPrice(DAY, '450')
  })

  test('a read from before a save does not take it back, whenever it is answered', async () => {
    void readPrices()
    const late = read()
    void savePrices()
    await saved().answer(200, list(4, changed))
    await late.answer(200, list(3))
    expect($prices.get()).toMatchObject({ list: list(4, changed), done: { saved: 1 } })
  })

  test('a read from before another one does not take its place', async () => {
    void readPrices()
    const late = read()
    void readPrices()
    await read().answer(200, list(4, { [MONTH]: 900_000 }))
    await late.answer(200, list(3))
    expect($prices.get().list?.version).toBe(4)
  })

  test('what others saved while a save was on its way is read after it, and one’s own is not', async () => {
    void savePrices()
    void receivePrices(4)
    void receivePrices(5)
    await saved().answer(200, list(4, changed))
    await read().answer(200, list(5, { ...changed, [MONTH]: 900_000 }))
    expect($prices.get().list).toEqual(list(5, { ...changed, [MONTH]: 900_000 }))
    editPrice(DAY, '460')
    void savePrices()
    void receivePrices(6)
    await saved().answer(200, list(6, { [DAY]: 46_000 }))
    expect(read).toThrow()
  })

  test('a list that is read while a save is on its way waits for it', async () => {
    void savePrices()
    void readPrices()
    await read().answer(200, list(5, { ...changed, [MONTH]: 900_000 }))
    expect($prices.get()).toMatchObject({ list: { version: 3 }, changedByOthers: {} })
    await saved().answer(200, list(4, changed))
    await read().answer(200, list(5, { ...changed, [MONTH]: 900_000 }))
    expect($prices.get().list?.version).toBe(5)
  })
})

describe('a save whose answer is lost', () => {
  beforeEach(async () => {
    editPrice(DAY, '450')
    void savePrices()
    await asked('/api/admin/prices', 'PUT').answer(500, { error: { code: 'internal', message: 'm' } })
  })

  test('is told when the list is read that holds it', async () => {
    void receivePrices(4)
    await answerList(list(4, { [DAY]: 45_000 }))
    expect($prices.get()).toEqual({
      list: list(4, { [DAY]: 45_000 }),
      typed: {},
      changedByOthers: {},
      done: { saved: 1 },
      busy: false,
    })
  })

  test('is told apart from what others changed meanwhile', async () => {
    editPrice(WEEK, '2,000')
    void readPrices()
    await answerList(list(5, { [DAY]: 45_000, [MONTH]: 900_000 }))
    expect($prices.get()).toMatchObject({ typed: { [WEEK]: '2,000' }, changedByOthers: { [MONTH]: 950_000 } })
    expect(Object.keys($prices.get().changedByOthers)).toEqual([MONTH])
  })

  test('is no quarrel with anybody when it is sent again', async () => {
    void savePrices()
    const current = list(4, { [DAY]: 45_000 })
    await asked('/api/admin/prices', 'PUT').answer(409, { error: { code: 'changed_meanwhile', message: 'm', current } })
    expect($prices.get()).toEqual({ list: current, typed: {}, changedByOthers: {}, done: { saved: 1 }, busy: false })
  })

  test('is forgotten where the list holds something else', async () => {
    void receivePrices(4)
    await answerList(list(4, { [DAY]: 42_000 }))
    await settle()
    expect($prices.get()).toMatchObject({ typed: { [DAY]: '450' }, failure: { code: 'changed_meanwhile' } })
    expect($prices.get().sent).toBeUndefined()
  })
})

test('reading again brings what others saved; it is marked only where somebody is at work', async () => {
  void readPrices()
  await answerList(list(4, { [MONTH]: 900_000 }))
  expect($prices.get().changedByOthers).toEqual({})
  editPrice(DAY, '450')
  void readPrices()
  await answerList(list(5, { [MONTH]: 910_000 }))
  expect($prices.get().changedByOthers).toEqual({ [MONTH]: 900_000 })
  expect($changes.get()).toEqual({ [DAY]: 45_000 })
})

test('a change elsewhere is read at once, and one of one’s own is not read again', async () => {
  void receivePrices(3)
  expect(() => asked('/api/admin/prices')).toThrow()
  editPrice(MONTH, '9,600')
  void receivePrices(4)
  await answerList(list(4, { [DAY]: 60_000 }))
  await settle()
  expect($prices.get()).toMatchObject({
    typed: { [MONTH]: '9,600' },
    changedByOthers: { [DAY]: 50_000 },
    failure: { code: 'changed_meanwhile' },
  })
})

describe('an undo whose answer is lost', () => {
  const undone = list(4, { [MONTH]: 940_000 })
  const told = { list: undone, typed: {}, changedByOthers: {}, done: 'undone', busy: false }
  beforeEach(async () => {
    void undoPrices(LAST)
    await asked('/api/admin/prices/undo', 'POST').answer(500, refusal('internal'))
  })

  test('is told when the list is read that holds what was before', async () => {
    void receivePrices(4)
    await answerList(undone)
    expect($prices.get()).toEqual(told)
  })

  test('pressed again takes back the same change, never the undo', async () => {
    void undoPrices(LAST)
    const again = asked('/api/admin/prices/undo', 'POST')
    expect(again.body).toEqual({ version: 3 })
    await again.answer(409, refusal('changed_meanwhile', { current: undone }))
    expect($prices.get()).toEqual(told)
  })

  test('goes on saying so while nothing shows that it came true', async () => {
    void readPrices()
    await answerList(list(3))
    expect($prices.get()).toMatchObject({ failure: { code: 'internal' } })
  })
})
