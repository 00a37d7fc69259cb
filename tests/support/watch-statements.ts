import { DatabaseSync, StatementSync } from 'node:sqlite'
import pg from 'pg'

type Run<This> = (this: This, ...values: unknown[]) => unknown

/** Calls these functions around every SQL statement of this process, on both engines. */
export function watchStatements(before: (sql: string) => void, after: (sql: string) => void = () => {}): void {
  // Statements that return rows use `all`.
  for (const method of ['run', 'all'] as const) {
    const original = StatementSync.prototype[method] as Run<StatementSync>
    StatementSync.prototype[method] = function (this: StatementSync, ...values: unknown[]) {
      before(this.sourceSQL)
      return original.apply(this, values)
    } as never
  }
  const exec = DatabaseSync.prototype.exec
  DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string) {
    before(sql)
    exec.call(this, sql)
    after(sql)
  }
  const query = pg.Client.prototype.query as Run<pg.Client>
  pg.Client.prototype.query = function (this: pg.Client, sql: unknown, ...rest: unknown[]) {
    const text = typeof sql === 'string' ? sql : ''
    before(text)
    const result = query.call(this, sql, ...rest)
    if (!(result instanceof Promise)) return result
    return result.then((rows) => {
      after(text)
      return rows
    })
  } as never
}
