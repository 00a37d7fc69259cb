import { atom } from 'nanostores'
import type { Output } from '#contract/endpoint.ts'
import type { readSite } from '#contract/site.ts'
import { ledger } from './ledger/index.ts'

export type Site = Output<typeof readSite>

/** The running server's capabilities; `null` until they have loaded. */
export const $site = atom<Site | null>(null)

export async function loadSite(): Promise<void> {
  const response = await ledger.site()
  if (response.ok) $site.set(response.value)
}
