import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits for an address or a header: nobody guesses one. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Secrets of 256 bits need no salt and no slow hash. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

export function matchesHash(secret: string, hash: string): boolean {
  const given = Buffer.from(hashSecret(secret))
  const stored = Buffer.from(hash)
  return given.length === stored.length && timingSafeEqual(given, stored)
}
