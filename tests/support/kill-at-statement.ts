/** Preloaded into a command: kills it before statement `KILL_AT_STATEMENT`, or prints the number of statements. */
import { watchStatements } from './watch-statements.ts'

const last = Number(process.env.KILL_AT_STATEMENT ?? Number.POSITIVE_INFINITY)
let count = 0
watchStatements(() => {
  if (++count === last) process.kill(process.pid, 'SIGKILL')
})
process.on('exit', () => console.log(`statements: ${count}`))
