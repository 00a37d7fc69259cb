import { createHash } from 'node:crypto'

/** A request under the key by which its sender knows it again; `bodyHash` tells a different one under the same key apart. */
export interface Keyed {
  key: string
  bodyHash: string
}

export const keyed = (key: string, asked: unknown): Keyed => ({
  key,
  bodyHash: createHash('sha256').update(JSON.stringify(asked)).digest('base64url'),
})
