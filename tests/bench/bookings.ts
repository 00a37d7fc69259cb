/**
 * Bookings per second through the API with 64 connections, beside what the machine's disk allows a bare node:sqlite
 * with the same durability, measured in the same run. Prints figures and ratios; judges nothing.
 */
import { readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { addDays, kathmanduDate } from '#domain/calendar.ts'
import { newDataDir, type RunningServer, startServer } from '../support/process.ts'

const CONNECTIONS = 64
const WARM_UP = 1_000
const BOOKINGS = 16_000
const LIMIT_SECONDS = 3

let sent = 0

const before = bareCommits()
const server = await startServer({ TRUST_PROXY: '1' })
try {
  await load(server, WARM_UP)
  const idle = cpuSeconds(server.pid)
  const { seconds, latencies, refused } = await load(server, BOOKINGS)
  const cpu = cpuSeconds(server.pid) - idle
  const after = bareCommits()
  report(server, { seconds, latencies, refused, cpu, limit: (before + after) / 2 })
} finally {
  await server.kill('SIGTERM')
  rmSync(server.dataDir, { recursive: true })
}

/** One row per commit, nothing else: the most that one writer can make durable one after the other. */
function bareCommits(): number {
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
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const latencies: number[] = []
  let refused = 0
  let left = count
  const began = performance.now()
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (left-- > 0) {
        const at = performance.now()
        if ((await book(url, agent, sent++)) !== 201) refused++
        latencies.push(performance.now() - at)
      }
    }),
  )
  const seconds = (performance.now() - began) / 1_000
  agent.destroy()
  return { seconds, latencies: latencies.sort((a, b) => a - b), refused }
}

/** A day pass on a day and at a place that still have seats; every buyer has an address of their own. */
function book(url: string, agent: Agent, number: number): Promise<number> {
  const body = JSON.stringify({
    locationId: number % 7 < 3 ? 'dhobighat-hub' : 'kausimaa',
    planId: 'explorer',
    startDate: addDays(kathmanduDate(Date.now()), 1 + (number % 360)),
    addOns: [],
    meetingRoomHours: number % 3,
    guestPasses: 0,
    contactInfo: {
      firstName: 'Aarati',
      lastName: `No ${number}`,
      email: `a${number}@example.com`,
      phone: '9841234567',
    },
  })
  return new Promise((resolve, reject) => {
    const call = request(
      `${url}/api/bookings`,
      {
        method: 'POST',
        agent,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'idempotency-key': `bench-${number}-${process.pid}`,
          'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
        },
      },
      (answer) => {
        answer.resume()
        answer.once('end', () => resolve(answer.statusCode ?? 0))
      },
    )
    call.once('error', reject)
    call.end(body)
  })
}

interface Figures {
  seconds: number
  latencies: number[]
  refused: number
  cpu: number
  limit: number
}

function report(running: RunningServer, { seconds, latencies, refused, cpu, limit }: Figures): void {
  const rate = latencies.length / seconds
  const at = (share: number): number => latencies[Math.floor((latencies.length - 1) * share)] ?? 0
  const memory = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${running.pid}/status`, 'utf8'))?.[1]) / 1_024
  console.table({
    'bookings per second': rate.toFixed(0),
    'bare commits per second': limit.toFixed(0),
    'bookings per bare commit': (rate / limit).toFixed(2),
    'p50, ms': at(0.5).toFixed(1),
    'p99, ms': at(0.99).toFixed(1),
    'one bare commit, ms': (1_000 / limit).toFixed(2),
    'server CPU per booking, µs': ((cpu / latencies.length) * 1e6).toFixed(0),
    'answers other than 201': refused,
    'startup, ms': running.startup.toFixed(0),
    'peak memory, MB': memory.toFixed(0),
  })
}

/** User and system time of a process; the kernel counts in hundredths. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}
