import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'

/** Removes a guard for the tests of a block on PostgreSQL, by a module that replaces `pg.Client.prototype.query`. */
export function useWithoutGuard(load: () => Promise<unknown>): void {
  const { query } = pg.Client.prototype
  beforeAll(async () => void (await load()))
  afterAll(() => {
    pg.Client.prototype.query = query
  })
}
