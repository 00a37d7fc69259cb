/**
 * The database cannot serve a request now: the connection failed, or the disk has no room. Nothing was committed, unless
 * the connection was lost during the commit itself.
 */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super(`The database is not available: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

/** The connection ended before a commit was sent. A new connection may work at once. */
export class ConnectionLost extends DatabaseUnavailable {}
