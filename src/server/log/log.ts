/** One JSON line per event; JSON escapes every control sign, so a value cannot forge a second line. */
export interface Log {
  info(event: string, facts?: Record<string, unknown>): void
  /** Logs a bug and gives the number under which it stands; the number is what the caller is told. */
  bug(error: unknown, facts?: Record<string, unknown>): string
}

type Level = 'info' | 'warn' | 'error' | 'bug'

const MAX_TEXT = 4_000
const REDACTED = '[redacted]'

/** Every token this product issues: 256 bits in base64url. */
const TOKEN = /(?<![\w-])[\w-]{43}(?![\w-])/g

/** Mail servers repeat the recipient in their errors. */
const EMAIL = /[\w.+-]+@[\w-]+\.[\w.-]+/g

let secrets: readonly string[] = []

/** Removes these values from every later line, also where another service repeats one in its error message. */
export function redactInLog(values: readonly string[]): void {
  // Longest first: a password may be a part of an address that is secret as a whole.
  secrets = values.filter(Boolean).toSorted((a, b) => b.length - a.length)
}

export const processLog: Log = {
  info: (event, facts = {}) => writeLine('info', { event, ...facts }),
  bug: (error, facts = {}) => {
    const logId = crypto.randomUUID().slice(0, 8)
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
    writeLine('bug', { logId, ...facts, stack: stack.replace(EMAIL, REDACTED) })
    return logId
  },
}

export function writeLine(level: Level, facts: Record<string, unknown>): void {
  const line = JSON.stringify({ at: new Date().toISOString(), level, ...facts }, (_, value) =>
    typeof value === 'string' ? redact(value).slice(0, MAX_TEXT) : value,
  )
  const stream = level === 'info' ? process.stdout : process.stderr
  // In a terminal a person reads along: there a message is shown as it is.
  const isMessage = stream.isTTY && typeof facts.message === 'string'
  stream.write(`${isMessage ? redact(String(facts.message)) : line}\n`)
}

const redact = (text: string): string =>
  secrets
    .reduce((rest, secret) => rest.replaceAll(secret, REDACTED).replaceAll(encodeURIComponent(secret), REDACTED), text)
    .replace(TOKEN, REDACTED)
