import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../support/process.ts'

let server: RunningServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.kill('SIGTERM'))

/** Sends a head, then one byte a second; resolves with the milliseconds until the server closes the connection. */
function drip(head: string): Promise<number> {
  const start = performance.now()
  return new Promise((resolve) => {
    const socket: Socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(head))
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
])('closes every request %s, and answers others meanwhile', async (_, count, head, limit) => {
  const slow = Promise.all(Array.from({ length: count }, () => drip(head)))
  let isOver = false
  void slow.then(() => {
    isOver = true
  })
  const times: number[] = []
  while (!isOver) {
    const start = performance.now()
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
    times.push(performance.now() - start)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const longest = Math.max(...(await slow))
  const p99 = times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)]
  console.log(
    `${count} slow requests: the last closed after ${Math.round(longest)} ms, health p99 ${p99?.toFixed(1)} ms`,
  )
  // The connections are checked every second, and the machine may be busy.
  expect(longest).toBeLessThan(limit + 4_000)
  expect(p99).toBeLessThan(200)
})
