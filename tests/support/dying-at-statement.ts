/**
 * Loaded before a command starts (`node --import`): kills it as `kill -9` does before its database statement number
 * `DIE_AT_STATEMENT`. Without that number it prints at its end how many statements it ran.
 */
import { DatabaseSync, StatementSync } from 'node:sqlite'
import pg from 'pg'

const last = Number(process.env.DIE_AT_STATEMENT ?? Number.POSITIVE_INFINITY)
let count = 0
const step = (): void => {
  if (++count === last) process.kill(process.pid, 'SIGKILL')
}

for (const way of ['run', 'all'] as const) {
  const done = StatementSync.prototype[way] as (this: StatementSync, ...values: unknown[]) => unknown
  StatementSync.prototype[way] = function (this: StatementSync, ...values: unknown[]) {
    step()
    return done.apply(this, values)
  } as never
}
const exec = DatabaseSync.prototype.exec
DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string) {
  step()
  exec.call(this, sql)
}
const query = pg.Client.prototype.query as (this: pg.Client, ...values: unknown[]) => unknown
pg.Client.prototype.query = function (this: pg.Client, ...values: unknown[]) {
  step()
  return query.apply(this, values)
} as never

process.on('exit', () => console.log(`statements: ${count}`))
