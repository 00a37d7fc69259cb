import { connect } from 'node:net'

export interface RawResponse {
  status: number
  headers: Headers
  body: string
}

/** Sends raw bytes and reads one response until the server closes the connection. */
export function sendRaw(port: number, text: string): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.once('error', reject)
    socket.once('close', () => {
      const [head = '', ...body] = Buffer.concat(chunks).toString().split('\r\n\r\n')
      const [line = '', ...fields] = head.split('\r\n')
      const headers = new Headers(fields.map((field) => field.split(/: ?(.*)/s, 2) as [string, string]))
      resolve({ status: Number(line.split(' ')[1] ?? 0), headers, body: body.join('\r\n\r\n') })
    })
  })
}

export const rawRequest = (method: string, target: string, host = 'localhost', more = ''): string =>
  `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${more}\r\n`
