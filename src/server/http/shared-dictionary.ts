import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { basename, dirname, join } from 'node:path'

/** Start of the path of the dictionary; a content hash follows. */
export const DICTIONARY_PREFIX = '_astro/dictionary.'

interface SharedDictionary {
  /** Returns headers of a page that uses it. Visitors load it with their second page, because many read only one. */
  getPageHeaders(request: IncomingMessage): Record<string, string>
  /** Headers of the dictionary itself. */
  headers: Record<string, string>
  isFile(path: string): boolean
  /** Whether the browser has this dictionary and reads pages compressed with it. */
  isAvailable(request: IncomingMessage): boolean
}

/** Reads the dictionary of a build (RFC 9842); undefined for a build without one. */
export function readSharedDictionary(folder: string): SharedDictionary | undefined {
  const parent = join(folder, dirname(DICTIONARY_PREFIX))
  const isDictionary = (file: string) => file.startsWith(basename(DICTIONARY_PREFIX)) && file.endsWith('.txt')
  const file = existsSync(parent) ? readdirSync(parent).find(isDictionary) : undefined
  if (!file) return undefined
  const hash = `:${createHash('sha256')
    .update(readFileSync(join(parent, file)))
    .digest('base64')}:`
  const path = `/${dirname(DICTIONARY_PREFIX)}/${file}`
  return {
    getPageHeaders: ({ headers }) => ({
      vary: 'Accept-Encoding, Available-Dictionary',
      // Chrome prerenders with a `Sec-Fetch-Site` of `none`.
      ...(headers.referer?.includes(`://${headers.host}/`) && { link: `<${path}>; rel="compression-dictionary"` }),
    }),
    headers: { 'use-as-dictionary': 'match="/*", match-dest=("document")' },
    isFile: (requested) => requested === path,
    isAvailable: ({ headers }) =>
      headers['available-dictionary'] === hash && acceptsDictionary(headers['accept-encoding'] ?? ''),
  }
}

/** A quality of zero refuses a coding. */
const acceptsDictionary = (acceptEncoding: string): boolean =>
  acceptEncoding.split(',').some((coding) => /^\s*dcb\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(coding))
