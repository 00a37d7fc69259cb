import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { Buyers, inDays } from '../support/buyer.ts'
import { startServer } from '../support/process.ts'

const WRITERS = 20

/** A disk of its own that can grow; only root may mount one. */
function smallDisk() {
  const folder = mkdtempSync(join(tmpdir(), 'chautari-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', folder])
  return {
    folder,
    grow: () => execFileSync('mount', ['-o', 'remount,size=64m', folder]),
    remove: () => {
      execFileSync('umount', [folder])
      rmdirSync(folder)
    },
  }
}

const isRootOnLinux = process.platform === 'linux' && process.getuid?.() === 0

test.runIf(isRootOnLinux)('a full disk rejects writes with not_ready, loses nothing, and recovers', async () => {
  const disk = smallDisk()
  const server = await startServer({ TRUST_PROXY: '1' }, disk.folder)
  const buyers = new Buyers(server.url, WRITERS)
  const ready = async (): Promise<number> => (await fetch(`${server.url}/api/ready`)).status
  const acknowledged: string[] = []
  const statuses = new Set<number>()
  const placeSome = () =>
    Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        for (let number = 0; number < 10; number++) {
          const startDate = inDays(1 + ((writer * 17 + number) % 350))
          const { status, body } = await buyers.place(Buyers.choices({ startDate }))
          statuses.add(status)
          if (body.bookingId) acknowledged.push(body.bookingId)
        }
      }),
    )
  while (!statuses.has(503)) await placeSome()
  expect(await ready()).toBe(503)
  const whenFull = acknowledged.length
  disk.grow()
  expect(await ready()).toBe(200)
  await placeSome()
  expect(acknowledged.length).toBeGreaterThan(whenFull)
  expect([...statuses].filter((status) => ![201, 409, 503].includes(status))).toEqual([])
  expect(server.output()).not.toContain('"bug"')
  buyers.leave()
  await server.kill('SIGTERM')
  const db = new DatabaseSync(join(disk.folder, 'chautari.sqlite'))
  const stored = db.prepare('select id from bookings').all()
  expect(stored.map(({ id }) => String(id)).toSorted()).toEqual(acknowledged.toSorted())
  expect(db.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
  db.close()
  disk.remove()
})
