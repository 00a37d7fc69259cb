import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { MAX_RECEIPT_BYTES } from '#domain/receipt/receipt.ts'

const SECOND = 1_000

/** How slowly a request may arrive. */
export const TIME_LIMITS = {
  headMs: 10 * SECOND,
  bodyMs: 15 * SECOND,
  /** Uploads may take longer than `bodyMs`, as long as each such span brings so many bytes a second. */
  uploadBytesPerSecond: 8 * 1_024,
} as const

const UPLOADS = ENDPOINTS.filter(({ upload }) => upload).map(
  ({ path }) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/?]+')}/?(?:\\?|$)`),
)
const TIMEOUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n'

/** A server that closes connections whose request head is late or which stay idle. */
export function serverWithTimeLimits(listener: RequestListener): Server {
  return createServer(
    {
      headersTimeout: TIME_LIMITS.headMs,
      // Covers the slowest upload; other bodies have `limitBodyTime`.
      requestTimeout: (MAX_RECEIPT_BYTES / TIME_LIMITS.uploadBytesPerSecond) * SECOND + TIME_LIMITS.bodyMs,
      keepAliveTimeout: 10 * SECOND,
      connectionsCheckingInterval: SECOND,
    },
    listener,
  )
}

/** Answers 408 and closes the connection of a request whose body is late, or too slow where it is an upload. */
export function limitBodyTime(request: IncomingMessage, response: ServerResponse, bodyMs = TIME_LIMITS.bodyMs): void {
  const { socket, headers, url = '' } = request
  if (headers['transfer-encoding'] === undefined && !(Number(headers['content-length']) > 0)) return
  const isUpload = request.method === 'POST' && UPLOADS.some((path) => path.test(url))
  const enough = (TIME_LIMITS.uploadBytesPerSecond * bodyMs) / SECOND
  let seen = socket.bytesRead
  const timer = setInterval(() => {
    if (request.complete) return clearInterval(timer)
    const received = socket.bytesRead - seen
    seen = socket.bytesRead
    // Once it is answered, nobody reads the rest.
    if (isUpload && received >= enough && !response.writableEnded) return
    if (!response.headersSent) socket.write(TIMEOUT)
    socket.destroySoon()
  }, bodyMs)
  request.once('close', () => clearInterval(timer))
}
