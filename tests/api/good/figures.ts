import { searchAll } from '#contract/admin/search.ts'
import { readStats } from '#contract/admin/stats.ts'
import { readDay, readToday } from '#contract/admin/today.ts'
import { owner } from '../../support/desk.ts'
import { placed } from '../../support/orders.ts'
import type { Good } from './good.ts'

export const GOOD: readonly Good[] = [
  [readToday, async (app) => (await owner(app)).sent],
  [
    readDay,
    async (app) => {
      await placed(app)
      return { query: { location: 'dhobighat-hub', date: '2026-12-10' }, ...(await owner(app)).sent }
    },
  ],
  [
    readStats,
    async (app) => {
      await placed(app)
      return { query: { from: '2026-11-25', to: '2026-12-01' }, ...(await owner(app)).sent }
    },
  ],
  [
    searchAll,
    async (app) => {
      await placed(app)
      return { query: { q: 'shrestha' }, ...(await owner(app)).sent }
    },
  ],
]
