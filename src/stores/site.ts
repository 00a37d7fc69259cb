import { atom } from 'nanostores'
import type { Output } from '#contract/endpoint.ts'
import type { readSite } from '#contract/site.ts'
import { ledger } from './ledger/index.ts'

export type Site = Output<typeof readSite>

/** What the running server can do; null until it has said so. */
export const $site = atom<Site | null>(null)

export async function loadSite(): Promise<void> {
  const answer = await ledger.site()
  if (answer.ok) $site.set(answer.value)
}
