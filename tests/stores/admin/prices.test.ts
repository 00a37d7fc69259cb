import { beforeEach, describe, expect, test } from 'vitest'
import type { PriceList } from '#contract/admin/prices.ts'
import { cellName, PRICE_CELLS } from '#domain/price-list.ts'
import { $priceHistory } from '#stores/admin/price-history.ts'
import {
  $changes,
  $prices,
  $problems,
  $wouldHold,
  discardPrices,
  hearPrices,
  leavePrice,
  readPrices,
  savePrices,
  takePriceBack,
  typePrice,
  undoPrices,
} from '#stores/admin/prices.ts'
import { $publishing, publish, readPublishing } from '#stores/admin/publishing.ts'
import { enter, leaveHome } from '#stores/admin/session.ts'
import { replaceEnvironment } from '#stores/environment.ts'
import { KeptStorage } from '../../support/kept.ts'
import { type Asked, settle, type Tab, who, withTab } from './desk.ts'

const DAY = 'kausimaa/explorer/daily'
const WEEK = 'kausimaa/professional/weekly'
const MONTH = 'kausimaa/professional/monthly'
const YEAR = 'kausimaa/professional/annual'

const USUAL = { daily: 50_000, weekly: 250_000, monthly: 950_000, annual: 10_260_000 }
const list = (version: number, over: Record<string, number | null> = {}): PriceList => ({
  version,
  amounts: { ...Object.fromEntries(PRICE_CELLS.map((cell) => [cellName(cell), USUAL[cell.period]])), ...over },
})

let tab: Tab
withTab((opened) => {
  tab = opened
})

/** The request to an address that waits longest; others may be under way. */
function asked(path: string, method = 'GET'): Asked {
  const at = tab.asked.findIndex((each) => each.path === path && each.method === method)
  const [found] = at < 0 ? [] : tab.asked.splice(at, 1)
  if (!found) throw new Error(`nobody asked ${method} ${path}`)
  return found
}
const answerList = (answer: PriceList) => asked('/api/admin/prices').answer(200, answer)

beforeEach(async () => {
  $prices.set({ typed: {}, meanwhile: {}, busy: false })
  void readPrices()
  await answerList(list(3))
})

describe('typed prices', () => {
  test('are changes where they are other prices, and none where they only look different', () => {
    typePrice(DAY, '450')
    typePrice(MONTH, '9,500')
    typePrice(WEEK, '')
    expect($changes.get()).toEqual({ [DAY]: 45_000, [WEEK]: null })
  })

  test('stand like every other price once they are left; what is none is forgotten', () => {
    typePrice(MONTH, '12000')
    leavePrice(MONTH)
    typePrice(DAY, ' 500.00 ')
    leavePrice(DAY)
    typePrice(YEAR, 'a lot')
    leavePrice(YEAR)
    expect($prices.get().typed).toEqual({ [MONTH]: '12,000', [YEAR]: 'a lot' })
  })

  test('say by cell what is wrong with them, by the rules of the server', () => {
    typePrice(DAY, '')
    typePrice(WEEK, '9,500')
    typePrice(YEAR, 'a lot')
    expect($problems.get()).toEqual({
      [DAY]: 'Enter a price',
      [WEEK]: 'Must be below a month',
      [YEAR]: 'Enter rupees, like 9,500',
    })
  })

  test('tell what would hold while one types; what is no price leaves it as it is', () => {
    typePrice(MONTH, '10000')
    typePrice(YEAR, 'x')
    expect($wouldHold.get()).toMatchObject({ [MONTH]: 1_000_000, [YEAR]: 10_260_000, [DAY]: 50_000 })
  })

  test('go back one by one, or all', () => {
    typePrice(DAY, '450')
    typePrice(MONTH, '9,000')
    takePriceBack(DAY)
    expect($changes.get()).toEqual({ [MONTH]: 900_000 })
    discardPrices()
    expect($changes.get()).toEqual({})
  })
})

describe('saving', () => {
  test('sends the changes and the version that was seen, once', async () => {
    typePrice(DAY, '450')
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
    typePrice(MONTH, '0')
    expect(await savePrices()).toBe(MONTH)
    expect(() => asked('/api/admin/prices', 'PUT')).toThrow()
  })

  test('keeps what was typed while the answer was on its way', async () => {
    typePrice(DAY, '450')
    void savePrices()
    typePrice(MONTH, '9,000')
    await asked('/api/admin/prices', 'PUT').answer(200, list(4, { [DAY]: 45_000 }))
    expect($changes.get()).toEqual({ [MONTH]: 900_000 })
  })

  test('after somebody else: theirs are shown with what they were, ours stay, and the next save goes through', async () => {
    typePrice(DAY, '450')
    void savePrices()
    const current = list(4, { [DAY]: 42_000, [MONTH]: 900_000 })
    await asked('/api/admin/prices', 'PUT').answer(409, { error: { code: 'changed_meanwhile', message: 'm', current } })
    expect($prices.get()).toMatchObject({
      list: { version: 4 },
      failure: { code: 'changed_meanwhile' },
      meanwhile: { [DAY]: 50_000, [MONTH]: 950_000 },
    })
    expect($changes.get()).toEqual({ [DAY]: 45_000 })
    void savePrices()
    const again = asked('/api/admin/prices', 'PUT')
    expect(again.body).toEqual({ version: 4, changes: { [DAY]: 45_000 } })
    await again.answer(200, list(5, { [DAY]: 45_000, [MONTH]: 900_000 }))
    expect($prices.get()).toMatchObject({ meanwhile: {}, typed: {} })
    expect($prices.get().failure).toBeUndefined()
  })

  test('refused by the server: the sentences stand at their cells', async () => {
    typePrice(DAY, '450')
    const saving = savePrices()
    const fields = { [DAY]: 'Not today' }
    await asked('/api/admin/prices', 'PUT').answer(422, { error: { code: 'invalid', message: 'm', fields } })
    expect(await saving).toBe(DAY)
    expect($problems.get()).toEqual(fields)
    typePrice(DAY, '451')
    expect($problems.get()).toEqual({})
  })

  test('unanswered loses nothing', async () => {
    typePrice(DAY, '450')
    void savePrices()
    await asked('/api/admin/prices', 'PUT').answer(500, { error: { code: 'internal', message: 'm' } })
    expect($changes.get()).toEqual({ [DAY]: 45_000 })
    expect($prices.get()).toMatchObject({ busy: false, failure: { code: 'internal' } })
  })
})

describe('answers that overtake each other', () => {
  const read = () => asked('/api/admin/prices')
  const saved = () => asked('/api/admin/prices', 'PUT')
  const changed = { [DAY]: 45_000 }
  beforeEach(() => {
    typePrice(DAY, '450')
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
    void hearPrices(4)
    void hearPrices(5)
    await saved().answer(200, list(4, changed))
    await read().answer(200, list(5, { ...changed, [MONTH]: 900_000 }))
    expect($prices.get().list).toEqual(list(5, { ...changed, [MONTH]: 900_000 }))
    typePrice(DAY, '460')
    void savePrices()
    void hearPrices(6)
    await saved().answer(200, list(6, { [DAY]: 46_000 }))
    expect(read).toThrow()
  })

  test('a list that is read while a save is on its way waits for it', async () => {
    void savePrices()
    void readPrices()
    await read().answer(200, list(5, { ...changed, [MONTH]: 900_000 }))
    expect($prices.get()).toMatchObject({ list: { version: 3 }, meanwhile: {} })
    await saved().answer(200, list(4, changed))
    await read().answer(200, list(5, { ...changed, [MONTH]: 900_000 }))
    expect($prices.get().list?.version).toBe(5)
  })
})

describe('a save whose answer is lost', () => {
  beforeEach(async () => {
    typePrice(DAY, '450')
    void savePrices()
    await asked('/api/admin/prices', 'PUT').answer(500, { error: { code: 'internal', message: 'm' } })
  })

  test('is told when the list is read that holds it', async () => {
    void hearPrices(4)
    await answerList(list(4, { [DAY]: 45_000 }))
    expect($prices.get()).toEqual({
      list: list(4, { [DAY]: 45_000 }),
      typed: {},
      meanwhile: {},
      done: { saved: 1 },
      busy: false,
    })
  })

  test('is told apart from what others changed meanwhile', async () => {
    typePrice(WEEK, '2,000')
    void readPrices()
    await answerList(list(5, { [DAY]: 45_000, [MONTH]: 900_000 }))
    expect($prices.get()).toMatchObject({ typed: { [WEEK]: '2,000' }, meanwhile: { [MONTH]: 950_000 } })
    expect(Object.keys($prices.get().meanwhile)).toEqual([MONTH])
    discardPrices()
  })

  test('is no quarrel with anybody when it is sent again', async () => {
    void savePrices()
    const current = list(4, { [DAY]: 45_000 })
    await asked('/api/admin/prices', 'PUT').answer(409, { error: { code: 'changed_meanwhile', message: 'm', current } })
    expect($prices.get()).toEqual({ list: current, typed: {}, meanwhile: {}, done: { saved: 1 }, busy: false })
  })

  test('is forgotten where the list holds something else', async () => {
    void hearPrices(4)
    await answerList(list(4, { [DAY]: 42_000 }))
    await settle()
    expect($prices.get()).toMatchObject({ typed: { [DAY]: '450' }, failure: { code: 'changed_meanwhile' } })
    expect($prices.get().sent).toBeUndefined()
    discardPrices()
  })
})

test('undoing takes the last change back and keeps what is typed', async () => {
  typePrice(DAY, '450')
  void undoPrices()
  const request = asked('/api/admin/prices/undo', 'POST')
  expect(request.body).toEqual({ version: 3 })
  await request.answer(200, list(4, { [MONTH]: 940_000 }))
  expect($prices.get()).toMatchObject({ list: { version: 4 }, done: 'undone' })
  expect($changes.get()).toEqual({ [DAY]: 45_000 })
})

test('reading again brings what others saved; it is marked only where somebody is at work', async () => {
  void readPrices()
  await answerList(list(4, { [MONTH]: 900_000 }))
  expect($prices.get().meanwhile).toEqual({})
  typePrice(DAY, '450')
  void readPrices()
  await answerList(list(5, { [MONTH]: 910_000 }))
  expect($prices.get().meanwhile).toEqual({ [MONTH]: 900_000 })
  expect($changes.get()).toEqual({ [DAY]: 45_000 })
})

test('the history is read again after a change, and an older answer does not take its place', async () => {
  const first = asked('/api/admin/prices/history')
  typePrice(DAY, '450')
  void savePrices()
  await asked('/api/admin/prices', 'PUT').answer(200, list(4, { [DAY]: 45_000 }))
  const revision = { version: 4, by: 'x', createdAt: '2026-12-01T04:15:00.000Z', undoes: null, changes: [] }
  await asked('/api/admin/prices/history').answer(200, { items: [revision], next: null })
  await first.answer(200, { items: [], next: null })
  expect($priceHistory.get().items).toEqual([revision])
})

test('one press on publish is one order, and its answer is told', async () => {
  void readPublishing()
  asked('/api/admin/publishing')
  const told = { available: true, last: null, behind: true }
  await asked('/api/admin/publishing').answer(200, told)
  void publish()
  void publish()
  const order = asked('/api/admin/publishing', 'POST')
  expect(() => asked('/api/admin/publishing', 'POST')).toThrow()
  await order.answer(503, { error: { code: 'deploy_hook_failed', message: 'm' } })
  expect($publishing.get()).toMatchObject({ busy: false, ordered: false, failure: { code: 'deploy_hook_failed' } })
  void publish()
  await asked('/api/admin/publishing', 'POST').answer(200, { ...told, behind: false })
  await settle()
  expect($publishing.get()).toEqual({ publishing: { ...told, behind: false }, busy: false, ordered: true })
})

test('a change elsewhere is read at once, and one of one’s own is not read again', async () => {
  void readPrices()
  await asked('/api/admin/prices').answer(200, list(1))
  tab.asked.splice(0)
  void hearPrices(1)
  expect(tab.asked).toEqual([])
  typePrice(MONTH, '9,600')
  void hearPrices(2)
  await asked('/api/admin/prices').answer(200, list(2, { [DAY]: 60_000 }))
  await settle()
  expect($prices.get()).toMatchObject({
    typed: { [MONTH]: '9,600' },
    meanwhile: { [DAY]: 50_000 },
    failure: { code: 'changed_meanwhile' },
  })
  discardPrices()
})

describe('prices that were left half typed', () => {
  const kept = new KeptStorage()
  const signedIn = async (email: string) => {
    void enter()
    await asked('/api/admin/session').answer(200, who({ email }))
  }
  /** The screen on another page, with the prices that hold by then. */
  const openAgain = async (now: PriceList) => {
    $prices.set({ typed: {}, meanwhile: {}, busy: false })
    void readPrices()
    await answerList(now)
  }
  beforeEach(async () => {
    kept.entries.clear()
    const putBack = replaceEnvironment({ tabStorage: kept.storage })
    await signedIn('one@chautari.example')
    typePrice(DAY, '450')
    return putBack
  })

  test('go on for the one who typed them, with what others have changed since marked', async () => {
    await signedIn('one@chautari.example')
    await openAgain(list(4, { [MONTH]: 900_000 }))
    expect($prices.get()).toMatchObject({ typed: { [DAY]: '450' }, meanwhile: { [MONTH]: USUAL.monthly } })
    expect($changes.get()).toEqual({ [DAY]: 45_000 })
  })

  test.each([
    ['for another account', () => signedIn('two@chautari.example')],
    ['once they were discarded', async () => discardPrices()],
    ['after signing out', async () => leaveHome()],
    [
      'after signing out, though prices of others arrive on the way home',
      async () => {
        leaveHome()
        void hearPrices(4)
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
