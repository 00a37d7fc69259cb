/** Compares bookings per second over 64 connections with the commits of a bare node:sqlite. Has no limits. */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { BookingClient, inDays } from '../support/booking-client.ts'
import { newDataDir, type RunningServer, startServer } from '../support/process.ts'

const CONNECTIONS = 64
const WARM_UP = 1_000
const BOOKINGS = 16_000
const LIMIT_SECONDS = 3
/** Days over which the bookings are spread. */
const DAYS = 360

let sent = 0

const before = bareCommits()
const server = await startServer({ TRUST_PROXY: '1' })
try {
  await load(server, WARM_UP)
  const idle = cpuSeconds(server.pid)
  const result = await load(server, BOOKINGS)
  const cpu = cpuSeconds(server.pid) - idle
  report(server, result, cpu, (before + bareCommits()) / 2)
} finally {
  await server.kill('SIGTERM')
  rmSync(server.dataDir, { recursive: true })
}

/** Commits one row at a time, which is the upper limit for one writer. */
function bareCommits() {
  const folder = newDataDir()
  const db = new DatabaseSync(join(folder, 'bare.sqlite'))
  db.exec('pragma journal_mode = wal; pragma synchronous = full; create table t (id integer primary key, body text)')
  const insert = db.prepare('insert into t (body) values (?)')
  const body = 'x'.repeat(400)
  const end = performance.now() + LIMIT_SECONDS * 1_000
  let commits = 0
  for (; performance.now() < end; commits++) insert.run(body)
  db.close()
  rmSync(folder, { recursive: true })
  return commits / LIMIT_SECONDS
}

async function load({ url }: RunningServer, count: number) {
  const client = new BookingClient(url, CONNECTIONS)
  const latencies: number[] = []
  let rejected = 0
  let left = count
  const start = performance.now()
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (left-- > 0) {
        const sentAt = performance.now()
        if ((await client.place(choices(sent++))).status !== 201) rejected++
        latencies.push(performance.now() - sentAt)
      }
    }),
  )
  const seconds = (performance.now() - start) / 1_000
  client.close()
  return { seconds, latencies: latencies.sort((a, b) => a - b), rejected }
}

function choices(number: number) {
  return BookingClient.request({
    locationId: number % 7 < 3 ? 'dhobighat-hub' : 'kausimaa',
    startDate: inDays(1 + (number % DAYS)),
    // One in 20 of each day, as the rooms of a day have few hours.
    meetingRoomHours: Math.floor(number / DAYS) % 20 === 0 ? 1 : 0,
    contactInfo: {
      firstName: 'Aarati',
      lastName: `No ${number}`,
      email: `a${number}@example.com`,
      phone: '9841234567',
    },
  })
}

function report(running: RunningServer, result: Awaited<ReturnType<typeof load>>, cpu: number, limit: number) {
  const { seconds, latencies, rejected } = result
  const rate = latencies.length / seconds
  const at = (share: number) => latencies[Math.floor((latencies.length - 1) * share)] ?? 0
  const memory = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${running.pid}/status`, 'utf8'))?.[1]) / 1_024
  console.table({
    'bookings per second': rate.toFixed(0),
    'bare commits per second': limit.toFixed(0),
    'bookings per bare commit': (rate / limit).toFixed(2),
    'p50, ms': at(0.5).toFixed(1),
    'p99, ms': at(0.99).toFixed(1),
    'one bare commit, ms': (1_000 / limit).toFixed(2),
    'server CPU per booking, µs': ((cpu / latencies.length) * 1e6).toFixed(0),
    'responses other than 201': rejected,
    'startup, ms': running.startup.toFixed(0),
    'peak memory, MB': memory.toFixed(0),
  })
}

/** Returns user and system time; the kernel counts in hundredths of a second. */
function cpuSeconds(pid: number) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}
