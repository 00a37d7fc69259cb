import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { useServer } from '../support/server-fixture.ts'

const server = useServer()

/** Sends a head, then one byte a second; resolves with the milliseconds until the server closes the connection. */
function sendSlowly(head: string): Promise<number> {
  const start = performance.now()
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(server().url).port), '127.0.0.1', () => socket.write(head))
    const timer = setInterval(() => socket.writable && socket.write('a'), 1_000)
    socket.on('error', () => {})
    socket.resume().once('close', () => {
      clearInterval(timer)
      resolve(performance.now() - start)
    })
  })
}

const withBody = (path: string) => `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n`

test.each([
  ['whose body is late', 200, withBody('/api/bookings'), 15_000],
  ['whose receipt is too slow', 50, withBody('/api/payments/p1/receipt'), 15_000],
  ['whose form to a page is late', 50, withBody('/booking'), 15_000],
  ['whose head is late', 200, 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ', 10_000],
])('closes every request %s and serves others', async (_, count, head, limit) => {
  let open = count
  const slow = Promise.all(Array.from({ length: count }, () => sendSlowly(head).finally(() => open--)))
  const times: number[] = []
  while (open > 0) {
    const start = performance.now()
    expect((await fetch(`${server().url}/api/health`)).status).toBe(200)
    times.push(performance.now() - start)
    await sleep(50)
  }
  const longest = Math.max(...(await slow))
  const p99 = times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)]
  console.log(
    `${count} slow requests: the last closed after ${Math.round(longest)} ms, health p99 ${p99?.toFixed(1)} ms`,
  )
  // Connections are checked every second.
  expect(longest).toBeLessThan(limit + 4_000)
  expect(p99).toBeLessThan(200)
})
