import { beforeEach } from 'vitest'
import type { PriceList, PriceRevision } from '#contract/admin/prices.ts'
import { paisa } from '#domain/money.ts'
import { cellName, PRICE_CELLS } from '#domain/price-list.ts'
import { $prices, readPrices } from '#stores/admin/prices/prices.ts'
import { type Tab, withTab } from './staff-tab.ts'

export const PRICES = '/api/admin/prices'
export const DAY = 'kausimaa/explorer/daily'
export const WEEK = 'kausimaa/professional/weekly'
export const MONTH = 'kausimaa/professional/monthly'
export const YEAR = 'kausimaa/professional/annual'

export const AMOUNTS = {
  daily: paisa(50_000),
  weekly: paisa(250_000),
  monthly: paisa(950_000),
  annual: paisa(10_260_000),
}
export const list = (version: number, over: Record<string, number | null> = {}): PriceList => ({
  version,
  amounts: {
    ...Object.fromEntries(PRICE_CELLS.map((cell) => [cellName(cell), AMOUNTS[cell.period]])),
    ...(over as PriceList['amounts']),
  },
})

let tab: Tab

/** Loads version 3 of the prices before each test. */
export function withPriceList(): Tab {
  tab = withTab()
  beforeEach(() => openPrices(list(3)))
  return tab
}

/** Opens the screen with these current prices. */
export function openPrices(current: PriceList): Promise<void> {
  $prices.set({ inputs: {}, changedByOthers: {}, busy: false })
  void readPrices()
  return respondWithList(current)
}
export const respondWithList = (list: PriceList) => tab.take(PRICES).respond(200, list)

/** The latest revision of the loaded prices. */
export const LAST: PriceRevision = {
  version: 3,
  by: 'One',
  createdAt: '2026-12-01T04:15:00.000Z',
  undoes: null,
  changes: [{ cell: MONTH, before: paisa(940_000), after: paisa(950_000) }],
}
