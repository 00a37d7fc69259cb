import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { limitBodyTime, serverWithTimeLimits } from '#server/http/time-limits.ts'
import { listen } from '../../support/listen.ts'

const BODY_MS = 300
const RECEIPT = '/api/payments/p1/receipt'
/** Bytes in a body's time that are enough for an upload. */
const ENOUGH = Math.ceil((8_192 * BODY_MS) / 1_000)

const readWhole: RequestListener = (request, response) => request.resume().once('end', () => response.end('read'))

async function serve(listener: RequestListener): Promise<number> {
  const { port, close } = await listen((request, response) => {
    limitBodyTime(request, response, BODY_MS)
    listener(request, response)
  })
  onTestFinished(close)
  return port
}

/** Sends a head with a length, and after it `bytes` every 20 ms until the connection closes. */
function sendSlowly(port: number, path: string, bytes: number, length: number) {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  let left = length
  socket.on('data', (chunk) => (received += chunk))
  socket.on('error', () => {})
  socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n`)
  const timer = setInterval(() => {
    const size = Math.min(bytes, left)
    left -= size
    if (size > 0 && socket.writable) socket.write('x'.repeat(size))
  }, 20)
  const closed = once(socket, 'close').finally(() => clearInterval(timer))
  onTestFinished(() => void socket.destroy())
  return { socket, received: () => received, closed }
}

const until = async (condition: () => boolean) => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10))
}

describe('the time limits of a request', () => {
  test('allow 10 seconds for the head, 15 for the body, and a whole receipt at 8 KB a second', () => {
    const server = serverWithTimeLimits(() => {})
    expect(server.headersTimeout).toBe(10_000)
    expect(server.requestTimeout).toBe(15_000 + (5_242_880 / 8_192) * 1_000)
  })

  const paths = ['/api/bookings', '/booking', '/sandbox/esewa', '/api/payments/p1/receipts', '/api/payments/p1/verify']
  test.each([...paths.map((path) => [path, 1_000, 1_000_000] as const), [RECEIPT, 1, 5_000_000] as const])(
    'return 408 for a body of %s of which %d bytes arrive at a time, too few to be complete in time',
    async (path, bytes, length) => {
      const client = sendSlowly(await serve(readWhole), path, bytes, length)
      await client.closed
      expect(client.received()).toMatch(/^HTTP\/1\.1 408 /)
    },
  )

  test('close the connection of a body that is not read', async () => {
    const client = sendSlowly(await serve((_, response) => response.end('early')), '/api/bookings', 1, 1_000)
    await client.closed
    expect(client.received()).toContain('early')
    expect(client.received()).not.toContain('408')
  })

  test('allow a receipt more time than other bodies while enough arrives', async () => {
    const client = sendSlowly(await serve(readWhole), RECEIPT, Math.ceil(ENOUGH / 5), ENOUGH * 4)
    await until(() => client.received().includes('read'))
    expect(client.received()).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('close the connection of a receipt that continues after its response', async () => {
    const client = sendSlowly(await serve((_, response) => response.end('rejected')), RECEIPT, ENOUGH, 5_000_000)
    await client.closed
    expect(client.received()).toContain('rejected')
  })

  test('leave a connection open whose body was complete', async () => {
    const port = await serve((request, response) => {
      request.resume().once('end', () => setTimeout(() => response.end('late'), 2 * BODY_MS))
    })
    const client = sendSlowly(port, '/api/chat', 10, 10)
    await until(() => client.received().includes('late'))
    expect(client.received()).toMatch(/^HTTP\/1\.1 200 /)
    expect(client.socket.closed).toBe(false)
  })
})
