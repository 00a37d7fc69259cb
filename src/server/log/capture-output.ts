/**
 * Turns everything else that the process prints into lines of the log: what packages write to the console, Node's
 * warnings, and errors that nothing catches. Imported first, so that it also covers the start.
 */
import { format, stripVTControlCharacters } from 'node:util'
import { processLog, writeLine } from './log.ts'

const LEVELS = { debug: 'info', log: 'info', info: 'info', warn: 'warn', error: 'error' } as const

for (const [method, level] of Object.entries(LEVELS))
  console[method as keyof typeof LEVELS] = (...values: unknown[]) =>
    writeLine(level, { event: 'output', message: stripVTControlCharacters(format(...values)) })

// Without its own listener Node prints a warning as plain text.
process.removeAllListeners('warning')
process.on('warning', ({ name, message, stack }) => writeLine('warn', { event: 'warning', name, message, stack }))
process.on('uncaughtException', (error) => {
  processLog.bug(error, { uncaught: true })
  process.exit(1)
})
