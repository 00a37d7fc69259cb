/** Prints the resident memory of a server after bookings over 64 connections, and after 280,000 hostile requests. */
import { readFileSync, rmSync } from 'node:fs'
import { METHODS } from 'node:http'
import { HOSTILE_PATHS } from '../support/hostile-paths.ts'
import { startServer } from '../support/process.ts'
import { rawRequest, sendRaw } from '../support/raw-request.ts'
import { placeBookings } from './booking-load.ts'

const MAX_MB = 180
const BOOKINGS = 16_000
const HOSTILE_REQUESTS = 280_000

const server = await startServer({ TRUST_PROXY: '1' })
const rows: Record<string, { resident: string; peak: string }> = {}
const record = (when: string): void => {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
  const read = (field: string) => (Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024).toFixed(0)
  rows[when] = { resident: read('VmRSS'), peak: read('VmHWM') }
}
record('after the start')
await placeBookings(server.url, BOOKINGS)
record(`after ${BOOKINGS} bookings`)
await sendHostileRequests()
record(`after ${HOSTILE_REQUESTS} hostile requests`)
console.log(`Memory of the server in MB, at most ${MAX_MB}:`)
console.table(rows)
await server.kill('SIGTERM')
rmSync(server.dataDir, { recursive: true })

/** Sends all paths at once with one method after another, each over its own connection. */
async function sendHostileRequests(): Promise<void> {
  const port = Number(new URL(server.url).port)
  // Node closes the connection of a CONNECT request.
  const methods = METHODS.filter((name) => name !== 'CONNECT')
  for (let sent = 0, turn = 0; sent < HOSTILE_REQUESTS; turn++) {
    const method = methods[turn % methods.length] as string
    await Promise.all(HOSTILE_PATHS.map((path) => sendRaw(port, rawRequest(method, path))))
    sent += HOSTILE_PATHS.length
  }
}
