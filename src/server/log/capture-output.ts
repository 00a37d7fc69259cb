/** Turns console output, Node's warnings and uncaught errors into log lines. Imported first, to cover the start. */
import { format, stripVTControlCharacters } from 'node:util'
import { processLog, writeLine } from './log.ts'

const LEVELS = { debug: 'info', log: 'info', info: 'info', warn: 'warn', error: 'error' } as const

for (const [method, level] of Object.entries(LEVELS))
  console[method as keyof typeof LEVELS] = (...values: unknown[]) =>
    writeLine(level, { event: 'output', message: stripVTControlCharacters(format(...values)) })

// Without a listener Node prints warnings as plain text.
process.removeAllListeners('warning')
process.on('warning', ({ name, message, stack }) => writeLine('warn', { event: 'warning', name, message, stack }))
process.on('uncaughtException', (error) => {
  processLog.bug(error, { uncaught: true })
  process.exit(1)
})
