/**
 * Preloaded into a process (`node --import`): counts what it writes from the first statement that matches `KILL_START`
 * on, and kills it before write number `KILL_AT_STATEMENT`.
 */
import { watchStatements } from './watch-statements.ts'

const { KILL_START = '', KILL_AT_STATEMENT } = process.env
const last = Number(KILL_AT_STATEMENT ?? Number.POSITIVE_INFINITY)
const start = new RegExp(KILL_START)
let hasStarted = false
let writes = 0

watchStatements((sql) => {
  hasStarted ||= start.test(sql)
  if (hasStarted && /^\s*(insert|update|delete|commit)\b/i.test(sql) && ++writes === last)
    process.kill(process.pid, 'SIGKILL')
})
process.on('exit', () => console.log(`writes: ${writes}`))
