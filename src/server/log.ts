/** One JSON line per event; JSON escapes every control sign, so a value cannot forge a second line. */
export interface Log {
  info(event: string, facts?: Record<string, unknown>): void
  /** Logs a bug and gives the number under which it stands; the number is what the caller is told. */
  bug(error: unknown, facts?: Record<string, unknown>): string
}

export const consoleLog: Log = {
  info: (event, facts = {}) => console.log(line('info', { event, ...facts })),
  bug: (error, facts = {}) => {
    const logId = crypto.randomUUID().slice(0, 8)
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
    console.error(line('bug', { logId, ...facts, stack: stack.slice(0, 4_000) }))
    return logId
  },
}

const line = (level: string, facts: Record<string, unknown>): string =>
  JSON.stringify({ at: new Date().toISOString(), level, ...facts })
