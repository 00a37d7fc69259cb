import { useSyncExternalStore } from 'react'

/** Days side by side that can be read and hit: a month on a desk, two weeks on a tablet, one on a phone. */
const BREAKPOINTS = [
  { query: '(width > 1180px)', columns: 30 },
  { query: '(width > 640px)', columns: 14 },
] as const
const MIN_COLUMNS = 7

function readColumns(): number {
  return BREAKPOINTS.find(({ query }) => window.matchMedia(query).matches)?.columns ?? MIN_COLUMNS
}

function subscribe(change: () => void): () => void {
  const lists = BREAKPOINTS.map(({ query }) => window.matchMedia(query))
  for (const list of lists) list.addEventListener('change', change)
  return () => {
    for (const list of lists) list.removeEventListener('change', change)
  }
}

export const useDayColumns = (): number => useSyncExternalStore(subscribe, readColumns, () => MIN_COLUMNS)
