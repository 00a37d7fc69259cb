import type { EsewaMerchant } from '../gateway.ts'

/** Where a stand-in keeps its payments, so that they outlive a restart as those of a real gateway do. */
export interface SandboxStore {
  get(key: string): Promise<string | undefined>
  set(key: string, value: string): Promise<void>
}

export interface SandboxEsewaContext {
  store: SandboxStore
  merchant: EsewaMerchant
  siteUrl: string
  now(): number
}
