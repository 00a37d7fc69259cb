import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { ArchiveError, INCOMPLETE_BACKUP } from './archive.ts'

/** Streams the lines of a backup. Node's `readline` would lose lines that are not awaited yet, and hide read errors. */
export async function* readArchiveLines(file: string): AsyncGenerator<string> {
  const text = pipeline(createReadStream(file), createGunzip(), () => {}).setEncoding('utf8')
  let rest = ''
  try {
    for await (const part of text) {
      const lines = (rest + part).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException
    if (code.startsWith('Z_')) throw new ArchiveError(INCOMPLETE_BACKUP, { cause })
    if (code.startsWith('E')) throw new ArchiveError(`${file} cannot be read (${code}).`, { cause })
    throw cause
  }
  if (rest !== '') yield rest
}
