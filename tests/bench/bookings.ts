/** Compares bookings per second over 64 connections with the commits of a bare node:sqlite; median of five runs. */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { newDataDir, startServer } from '../support/process.ts'
import { placeBookings } from './booking-load.ts'
import { median, quantile } from './quantile.ts'

const RUNS = 5
const WARM_UP = 1_000
const BOOKINGS = 16_000
const COMMIT_SECONDS = 3

const runs = []
for (let run = 0; run < RUNS; run++) runs.push(await measure())
console.table(runs)
console.log(`Median of ${RUNS}; the goals are 1.00 per bare commit, 150 µs, and 25 ms:`)
for (const name of ['bookings per bare commit', 'server CPU per booking, µs', 'p99, ms'] as const)
  console.log(`  ${name}: ${median(runs.map((run) => run[name]))}`)

async function measure() {
  const commitsBefore = bareCommits()
  const server = await startServer({ TRUST_PROXY: '1' })
  try {
    await placeBookings(server.url, WARM_UP)
    const cpuBefore = cpuSeconds(server.pid)
    const { seconds, latencies } = await placeBookings(server.url, BOOKINGS)
    const cpu = cpuSeconds(server.pid) - cpuBefore
    const rate = BOOKINGS / seconds
    const commits = (commitsBefore + bareCommits()) / 2
    return {
      'bookings per second': round(rate),
      'bare commits per second': round(commits),
      'bookings per bare commit': round(rate / commits, 2),
      'p50, ms': round(median(latencies), 1),
      'p99, ms': round(quantile(latencies, 0.99), 1),
      'server CPU per booking, µs': round((cpu / BOOKINGS) * 1e6),
      'startup, ms': round(server.startup),
    }
  } finally {
    await server.kill('SIGTERM')
    rmSync(server.dataDir, { recursive: true })
  }
}

function round(value: number, digits = 0): number {
  return Number(value.toFixed(digits))
}

/** Returns the commits per second of one row each. */
function bareCommits(): number {
  const folder = newDataDir()
  const db = new DatabaseSync(join(folder, 'bare.sqlite'))
  db.exec('pragma journal_mode = wal; pragma synchronous = full; create table t (id integer primary key, body text)')
  const insert = db.prepare('insert into t (body) values (?)')
  const body = 'x'.repeat(400)
  const end = performance.now() + COMMIT_SECONDS * 1_000
  let commits = 0
  for (; performance.now() < end; commits++) insert.run(body)
  db.close()
  rmSync(folder, { recursive: true })
  return commits / COMMIT_SECONDS
}

/** Returns user and system time; the kernel counts in hundredths of a second. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}
