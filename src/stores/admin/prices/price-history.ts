import { atom } from 'nanostores'
import type { PriceRevision } from '#contract/admin/prices.ts'
import type { Failure } from '#contract/failure.ts'
import { staffLedger } from '../ledger.ts'
import { requireSession } from '../session/session.ts'

/** Every change of prices, newest first, as far as it was read. */
export interface PriceHistory {
  items?: readonly PriceRevision[]
  next: string | null
  busy: boolean
  failure?: Failure
}

export const $priceHistory = atom<PriceHistory>({ next: null, busy: false })

/** The newest page; older ones that were read before are read again when they are asked for. */
export const readPriceHistory = (): Promise<void> => readPage()

export async function loadOlderPrices(): Promise<void> {
  const { next, busy } = $priceHistory.get()
  if (next && !busy) await readPage(next)
}

let latestRequest = 0

async function readPage(before?: string): Promise<void> {
  const mine = ++latestRequest
  const { failure: _, ...history } = $priceHistory.get()
  $priceHistory.set({ ...history, busy: true })
  const answer = await requireSession(staffLedger.priceHistory(before ? { before } : {}))
  if (mine !== latestRequest) return
  if (!answer.ok) return $priceHistory.set({ ...history, busy: false, failure: answer.failure })
  const { items, next } = answer.value
  $priceHistory.set({ items: before ? [...(history.items ?? []), ...items] : items, next, busy: false })
}
