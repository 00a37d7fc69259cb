import type { EsewaMerchant } from '../../../env.ts'

/** Stores sandbox payments across restarts. */
export interface SandboxStore {
  get(key: string): Promise<string | undefined>
  set(key: string, value: string): Promise<void>
}

export interface SandboxContext {
  store: SandboxStore
  merchant: EsewaMerchant
  siteUrl: string
  now(): number
  /** Delivers a signed Stripe webhook to this server; never throws. */
  deliver(body: string, signature: string): Promise<void>
}

export interface SandboxResponse {
  status: number
  body: unknown
}

export const toResponse = ({ status, body }: SandboxResponse, headers: HeadersInit = {}): Response =>
  typeof body === 'string' ? new Response(body, { status, headers }) : Response.json(body, { status, headers })

export async function readStored<Value>({ store }: Pick<SandboxContext, 'store'>, key: string) {
  const stored = await store.get(key)
  return stored === undefined ? undefined : (JSON.parse(stored) as Value)
}
