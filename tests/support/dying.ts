/**
 * Loaded into a server before it starts (`node --import`): kills it as `kill -9` does at the point of a settlement that
 * `DIE_AT` names, after the gateway has answered and before the payer has.
 */
import { DatabaseSync, StatementSync } from 'node:sqlite'
import pg from 'pg'
import { DYING_POINTS } from './dying-points.ts'

const { DIE_AT = '' } = process.env
const point = (DYING_POINTS as Readonly<Record<string, RegExp>>)[DIE_AT]
const SETTLES = DYING_POINTS['before the payment is written']
let settling = false

const die = (): true => process.kill(process.pid, 'SIGKILL')

// A writing that gives rows back goes by `all`.
for (const way of ['run', 'all'] as const) {
  const done = StatementSync.prototype[way] as (this: StatementSync, ...values: unknown[]) => unknown
  StatementSync.prototype[way] = function (this: StatementSync, ...values: unknown[]) {
    if (SETTLES.test(this.sourceSQL)) settling = true
    if (settling && point?.test(this.sourceSQL)) die()
    return done.apply(this, values)
  } as never
}

const exec = DatabaseSync.prototype.exec
DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string) {
  const isPoint = settling && point?.test(sql)
  if (isPoint && DIE_AT === 'before the commit') die()
  exec.call(this, sql)
  if (isPoint) die()
}

const query = pg.Client.prototype.query as (this: pg.Client, sql: unknown, ...rest: unknown[]) => Promise<unknown>
pg.Client.prototype.query = async function (this: pg.Client, sql: unknown, ...rest: unknown[]) {
  const text = typeof sql === 'string' ? sql : ''
  if (SETTLES.test(text)) settling = true
  const isPoint = settling && point?.test(text)
  if (isPoint && DIE_AT !== 'after the commit') die()
  const answer = await query.call(this, sql, ...rest)
  if (isPoint) die()
  return answer
} as never
