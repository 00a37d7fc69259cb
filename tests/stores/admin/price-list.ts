import { beforeEach } from 'vitest'
import type { PriceList, PriceRevision } from '#contract/admin/prices.ts'
import { cellName, PRICE_CELLS } from '#domain/price-list.ts'
import { $prices, readPrices } from '#stores/admin/prices/prices.ts'
import { type Asked, type Tab, withTab } from './desk.ts'

export const DAY = 'kausimaa/explorer/daily'
export const WEEK = 'kausimaa/professional/weekly'
export const MONTH = 'kausimaa/professional/monthly'
export const YEAR = 'kausimaa/professional/annual'

export const USUAL = { daily: 50_000, weekly: 250_000, monthly: 950_000, annual: 10_260_000 }
export const list = (version: number, over: Record<string, number | null> = {}): PriceList => ({
  version,
  amounts: { ...Object.fromEntries(PRICE_CELLS.map((cell) => [cellName(cell), USUAL[cell.period]])), ...over },
})

let tab: Tab

/** Gives each test a tab that has read the third list, and nothing typed. */
export function withPriceList(): void {
  withTab((opened) => {
    tab = opened
  })
  beforeEach(async () => {
    $prices.set({ typed: {}, changedByOthers: {}, busy: false })
    void readPrices()
    await answerList(list(3))
  })
}

/** The request to an address that waits longest; others may be under way. */
export function asked(path: string, method = 'GET'): Asked {
  const at = tab.asked.findIndex((each) => each.path === path && each.method === method)
  const [found] = at < 0 ? [] : tab.asked.splice(at, 1)
  if (!found) throw new Error(`nobody asked ${method} ${path}`)
  return found
}
export const answerList = (answer: PriceList) => asked('/api/admin/prices').answer(200, answer)

/** The change that stands first in the history: it made the version that is seen. */
export const LAST: PriceRevision = {
  version: 3,
  by: 'One',
  createdAt: '2026-12-01T04:15:00.000Z',
  undoes: null,
  changes: [{ cell: MONTH, before: 940_000, after: 950_000 }],
}
