import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { BookingClient, inDays } from '../support/booking-client.ts'
import { newDataDir, startServer } from '../support/process.ts'
import { MISCOUNTED_DAYS } from '../support/seat-counts.ts'
import { queryDatabase } from '../support/server-fixture.ts'

const ROUNDS = 20
const WRITERS = 50

test(`a server killed under load ${ROUNDS} times loses no acknowledged booking`, async () => {
  const dataDir = newDataDir()
  const acknowledged: { bookingId: string; secret: string }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const server = await startServer({ TRUST_PROXY: '1' }, dataDir)
    const buyers = new BookingClient(server.url, WRITERS)
    for (const { bookingId, secret } of acknowledged.slice(-WRITERS)) {
      const { status } = await buyers.get(`/api/bookings/${bookingId}`, { authorization: `Bearer ${secret}` })
      expect(status, bookingId).toBe(200)
    }
    const before = acknowledged.length
    // Kills the server at a different moment in every round.
    const enough = 20 + round * 13
    const write = async (writer: number) => {
      for (let number = 0; ; number++) {
        const locationId = writer % 2 ? 'dhobighat-hub' : 'kausimaa'
        const startDate = inDays(1 + ((round * 61 + writer * 7 + number * 3) % 360))
        const response = await buyers.place(BookingClient.request({ locationId, startDate })).catch(() => undefined)
        if (!response) return
        const { bookingId, secret } = response.body
        if (response.status === 201 && bookingId && secret) acknowledged.push({ bookingId, secret })
        if (acknowledged.length - before === enough) void server.kill('SIGKILL')
      }
    }
    await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
    buyers.close()
    expect(acknowledged.length - before, `round ${round} was under load`).toBeGreaterThanOrEqual(enough)
    await server.kill('SIGKILL')
  }
  const last = await startServer({ TRUST_PROXY: '1' }, dataDir)
  await last.kill('SIGTERM')
  const stored = new Set(queryDatabase(dataDir, 'select id from bookings').map(({ id }) => id))
  expect(acknowledged.filter(({ bookingId }) => !stored.has(bookingId))).toEqual([])
  expect(queryDatabase(dataDir, 'pragma integrity_check')).toEqual([{ integrity_check: 'ok' }])
  expect(queryDatabase(dataDir, MISCOUNTED_DAYS)).toEqual([])
  console.log(`${acknowledged.length} bookings were acknowledged, ${stored.size} are stored, none is missing`)
  rmSync(dataDir, { recursive: true })
})
