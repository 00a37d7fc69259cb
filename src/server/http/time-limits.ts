import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { MAX_RECEIPT_BYTES } from '#domain/receipt/receipt.ts'

const SECOND = 1_000

const TIME_LIMITS = {
  headMs: 10 * SECOND,
  bodyMs: 15 * SECOND,
  /** Minimum rate of an upload, measured in spans of `bodyMs`. */
  uploadBytesPerSecond: 8 * 1_024,
} as const

const UPLOADS = ENDPOINTS.filter(({ upload }) => upload).map(
  ({ path }) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/?]+')}/?(?:\\?|$)`),
)
const TIMEOUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n'

/** Closes connections that are idle or whose request head is late. */
export function serverWithTimeLimits(listener: RequestListener): Server {
  return createServer(
    {
      headersTimeout: TIME_LIMITS.headMs,
      // Covers the slowest upload; `limitBodyTime` limits other bodies.
      requestTimeout: (MAX_RECEIPT_BYTES / TIME_LIMITS.uploadBytesPerSecond) * SECOND + TIME_LIMITS.bodyMs,
      keepAliveTimeout: 10 * SECOND,
      connectionsCheckingInterval: SECOND,
    },
    listener,
  )
}

/** Responds 408 and closes the connection when a body is late, or an upload too slow. */
export function limitBodyTime(request: IncomingMessage, response: ServerResponse, bodyMs = TIME_LIMITS.bodyMs): void {
  const { socket, headers, url = '' } = request
  if (headers['transfer-encoding'] === undefined && !(Number(headers['content-length']) > 0)) return
  const isUpload = request.method === 'POST' && UPLOADS.some((path) => path.test(url))
  const minBytes = (TIME_LIMITS.uploadBytesPerSecond * bodyMs) / SECOND
  let lastBytesRead = socket.bytesRead
  const timer = setInterval(() => {
    if (request.complete) return clearInterval(timer)
    const received = socket.bytesRead - lastBytesRead
    lastBytesRead = socket.bytesRead
    // After the response the rest of the body is not read.
    if (isUpload && received >= minBytes && !response.writableEnded) return
    if (!response.headersSent) socket.write(TIMEOUT)
    socket.destroySoon()
  }, bodyMs)
  request.once('close', () => clearInterval(timer))
}
