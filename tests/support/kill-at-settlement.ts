/** Preloaded into a server (`node --import`): kills it at the point of a settlement that `KILL_AT` names. */
import { KILL_POINTS } from './kill-points.ts'
import { watchStatements } from './watch-statements.ts'

const { KILL_AT = '' } = process.env
const point = (KILL_POINTS as Readonly<Record<string, RegExp>>)[KILL_AT]
const SETTLEMENT_START = KILL_POINTS['before the payment is written']
let isSettling = false

function killAt(time: string, sql: string): void {
  if (SETTLEMENT_START.test(sql)) isSettling = true
  if (isSettling && point?.test(sql) && KILL_AT.startsWith(time)) process.kill(process.pid, 'SIGKILL')
}
watchStatements(
  (sql) => killAt('before', sql),
  (sql) => killAt('after', sql),
)
