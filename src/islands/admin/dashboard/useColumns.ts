import { useSyncExternalStore } from 'react'

/** Days side by side that can be read and hit: a month on a desk, two weeks on a tablet, one on a phone. */
const WIDTHS = [
  { query: '(width > 1180px)', columns: 30 },
  { query: '(width > 640px)', columns: 14 },
] as const
const NARROWEST = 7

function columns(): number {
  return WIDTHS.find(({ query }) => window.matchMedia(query).matches)?.columns ?? NARROWEST
}

function watch(change: () => void): () => void {
  const lists = WIDTHS.map(({ query }) => window.matchMedia(query))
  for (const list of lists) list.addEventListener('change', change)
  return () => {
    for (const list of lists) list.removeEventListener('change', change)
  }
}

export const useColumns = (): number => useSyncExternalStore(watch, columns, () => NARROWEST)
