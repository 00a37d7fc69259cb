import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { ArchiveError, INCOMPLETE_BACKUP } from './archive.ts'

/**
 * The lines of a backup's file, read when they are asked for. Throws an `ArchiveProblem` where the file is not there, is
 * cut off or is none. (Node's `readline` loses lines that nobody waits for yet, and hides what goes wrong below it.)
 */
export async function* readArchiveLines(file: string): AsyncGenerator<string> {
  // What goes wrong is thrown to whoever reads.
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
