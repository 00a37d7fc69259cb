import { atom } from 'nanostores'
import type { PriceRevision } from '#contract/admin/prices.ts'
import type { Failure } from '#contract/failure.ts'
import { staffLedger } from '../ledger.ts'
import { requireSession } from '../session/session.ts'

interface PriceHistory {
  items?: readonly PriceRevision[]
  next: string | null
  busy: boolean
  failure?: Failure
}

export const $priceHistory = atom<PriceHistory>({ next: null, busy: false })

export const readPriceHistory = (): Promise<void> => readPage()

export async function loadOlderPrices(): Promise<void> {
  const { next, busy } = $priceHistory.get()
  if (next && !busy) await readPage(next)
}

let latestRequest = 0

async function readPage(before?: string): Promise<void> {
  const request = ++latestRequest
  const { failure: _, ...history } = $priceHistory.get()
  $priceHistory.set({ ...history, busy: true })
  const outcome = await requireSession(staffLedger.priceHistory(before ? { before } : {}))
  if (request !== latestRequest) return
  if (!outcome.ok) return $priceHistory.set({ ...history, busy: false, failure: outcome.failure })
  const { items, next } = outcome.value
  $priceHistory.set({ items: before ? [...(history.items ?? []), ...items] : items, next, busy: false })
}
