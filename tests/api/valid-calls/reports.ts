import { searchAll } from '#contract/admin/search.ts'
import { readStats } from '#contract/admin/stats.ts'
import { readDay, readToday } from '#contract/admin/today.ts'
import { bare, onHeld, type ValidCall } from './valid-call.ts'

export const VALID_CALLS: readonly ValidCall[] = [
  ...bare(readToday),
  onHeld(readDay, { query: { location: 'dhobighat-hub', date: '2026-12-10' } }),
  onHeld(readStats, { query: { from: '2026-11-25', to: '2026-12-01' } }),
  onHeld(searchAll, { query: { q: 'shrestha' } }),
]
