/** One JSON line per event; escaping prevents forged lines. */
export interface Log {
  info(event: string, details?: Record<string, unknown>): void
  /** Logs a bug and returns its id, which the response contains. */
  bug(error: unknown, details?: Record<string, unknown>): string
}

type Level = 'info' | 'warn' | 'error' | 'bug'

const MAX_TEXT = 4_000
const REDACTED = '[redacted]'

/** Every token of this product: 256 bits in base64url. */
const TOKEN = /(?<![\w-])[\w-]{43}(?![\w-])/g

/** Mail servers repeat the recipient in their errors. */
const EMAIL = /[\w.+-]+@[\w-]+\.[\w.-]+/g

let secrets: readonly string[] = []

/** Removes these values from later lines, also from error messages of other services. */
export function redactInLog(values: readonly string[]): void {
  // Longest first, because a password may be a part of a secret address.
  secrets = values.filter(Boolean).toSorted((a, b) => b.length - a.length)
}

export const processLog: Log = {
  info: (event, details = {}) => writeLine('info', { event, ...details }),
  bug: (error, details = {}) => {
    const logId = crypto.randomUUID().slice(0, 8)
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
    writeLine('bug', { logId, ...details, stack: stack.replace(EMAIL, REDACTED) })
    return logId
  },
}

export function writeLine(level: Level, details: Record<string, unknown>): void {
  const line = JSON.stringify({ at: new Date().toISOString(), level, ...details }, (_, value) =>
    typeof value === 'string' ? redact(value).slice(0, MAX_TEXT) : value,
  )
  const stream = level === 'info' ? process.stdout : process.stderr
  // A terminal shows plain messages.
  const isMessage = stream.isTTY && typeof details.message === 'string'
  stream.write(`${isMessage ? redact(String(details.message)) : line}\n`)
}

const redact = (text: string): string =>
  secrets
    .reduce((rest, secret) => rest.replaceAll(secret, REDACTED).replaceAll(encodeURIComponent(secret), REDACTED), text)
    .replace(TOKEN, REDACTED)
