/** The connection failed or the disk is full. Nothing was committed, unless the commit itself lost its connection. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super(`The database is not available: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

/** The connection ended before a commit was sent. A new connection may work at once. */
export class ConnectionLost extends DatabaseUnavailable {}
