import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { limitBodyTime, serverWithTimeLimits, TIME_LIMITS } from '#server/http/time-limits.ts'

const BODY_MS = 300
const RECEIPT = '/api/payments/p1/receipt'
/** Bytes of a span that are enough for an upload. */
const ENOUGH = Math.ceil((TIME_LIMITS.uploadBytesPerSecond * BODY_MS) / 1_000)

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

const readWhole: RequestListener = (request, response) => request.resume().once('end', () => response.end('read'))

async function serve(answer: RequestListener): Promise<number> {
  const server: Server = createServer((request, response) => {
    limitBodyTime(request, response, BODY_MS)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

interface Client {
  socket: Socket
  received(): string
  closed: Promise<number>
}

/** Sends a head with a length, and after it `bytes` every 20 ms until the connection closes. */
function sendSlowly(port: number, path: string, bytes: number, length: number): Client {
  const socket = connect(port, '127.0.0.1')
  const start = performance.now()
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
  const closed = new Promise<number>((resolve) =>
    socket.once('close', () => {
      clearInterval(timer)
      resolve(performance.now() - start)
    }),
  )
  closers.push(() => socket.destroy())
  return { socket, received: () => received, closed }
}

const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10))
}

describe('the time limits of a request', () => {
  test('allow 10 seconds for the head, 15 for the body, and a whole receipt at 8 KB a second', () => {
    expect(TIME_LIMITS).toEqual({ headMs: 10_000, bodyMs: 15_000, uploadBytesPerSecond: 8_192 })
    const server = serverWithTimeLimits(() => {})
    expect(server.headersTimeout).toBe(10_000)
    expect(server.requestTimeout).toBe(655_000)
  })

  test.each(['/api/bookings', '/booking', '/sandbox/esewa', '/api/payments/p1/receipts', '/api/payments/p1/verify'])(
    'answer 408 to a body of %s that is not complete in time',
    async (path) => {
      const client = sendSlowly(await serve(readWhole), path, 1_000, 1_000_000)
      await client.closed
      expect(client.received()).toMatch(/^HTTP\/1\.1 408 /)
    },
  )

  test('close the connection of a body that nobody reads', async () => {
    const client = sendSlowly(await serve((_, response) => response.end('early')), '/api/bookings', 1, 1_000)
    await client.closed
    expect(client.received()).toContain('early')
    expect(client.received()).not.toContain('408')
  })

  test('let a receipt take longer than other bodies while it brings enough', async () => {
    const length = ENOUGH * 4
    const client = sendSlowly(await serve(readWhole), RECEIPT, Math.ceil(ENOUGH / 5), length)
    await until(() => client.received().includes('read'))
    expect(client.received()).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('answer 408 to a receipt that brings too little', async () => {
    const client = sendSlowly(await serve(readWhole), RECEIPT, 1, 5_000_000)
    await client.closed
    expect(client.received()).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('close the connection of a receipt that goes on after its response', async () => {
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
