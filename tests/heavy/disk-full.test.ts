import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BookingClient, inDays } from '../support/booking-client.ts'
import { startServer } from '../support/process.ts'
import { queryDatabase } from '../support/server-fixture.ts'

const WRITERS = 20

// Mounting requires root.
const isRootOnLinux = process.platform === 'linux' && process.getuid?.() === 0

test.runIf(isRootOnLinux)('a full disk rejects writes with not_ready, loses nothing, and recovers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'chautari-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', folder])
  const server = await startServer({ TRUST_PROXY: '1' }, folder)
  const buyers = new BookingClient(server.url, WRITERS)
  const readyStatus = async () => (await fetch(`${server.url}/api/ready`)).status
  const acknowledged: string[] = []
  const statuses = new Set<number>()
  const placeSome = () =>
    Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        for (let number = 0; number < 10; number++) {
          const startDate = inDays(1 + ((writer * 17 + number) % 350))
          const { status, body } = await buyers.place(BookingClient.request({ startDate }))
          statuses.add(status)
          if (body.bookingId) acknowledged.push(body.bookingId)
        }
      }),
    )
  while (!statuses.has(503)) await placeSome()
  expect(await readyStatus()).toBe(503)
  const whenFull = acknowledged.length
  execFileSync('mount', ['-o', 'remount,size=64m', folder])
  expect(await readyStatus()).toBe(200)
  await placeSome()
  expect(acknowledged.length).toBeGreaterThan(whenFull)
  expect([...statuses].filter((status) => ![201, 409, 503].includes(status))).toEqual([])
  expect(server.output()).not.toContain('"bug"')
  buyers.close()
  await server.kill('SIGTERM')
  const stored = queryDatabase(folder, 'select id from bookings')
  expect(stored.map(({ id }) => String(id)).toSorted()).toEqual(acknowledged.toSorted())
  expect(queryDatabase(folder, 'pragma integrity_check')).toEqual([{ integrity_check: 'ok' }])
  execFileSync('umount', [folder])
  rmdirSync(folder)
})
