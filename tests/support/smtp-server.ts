import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

export interface SmtpServer {
  url: string
  /** The Message-IDs that were received, with repetitions. */
  received: string[]
  /** The PDF files of every received email with its Message-ID. */
  attached: ReceivedFile[]
  close(): void
}

interface ReceivedFile {
  messageId: string
  name: string
  content: Buffer
}

/** The points of an SMTP session at which a test can act. */
export type SmtpPoint = 'before its text' | 'before its acknowledgement' | 'after its acknowledgement'

/** Accepts every email on a free port. Where `interrupt` returns true, the server sends nothing more. */
export async function startSmtpServer(interrupt: (point: SmtpPoint, id?: string) => boolean): Promise<SmtpServer> {
  const received: string[] = []
  const attached: ReceivedFile[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // A killed client resets its connection.
    socket.on('error', () => socket.destroy())
    serveSession(socket, { received, attached }, interrupt)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    attached,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

function serveSession(
  socket: Socket,
  { received, attached }: Pick<SmtpServer, 'received' | 'attached'>,
  interrupt: Parameters<typeof startSmtpServer>[0],
): void {
  const reply = (line: string) => socket.write(`${line}\r\n`)
  let text = ''
  let isReceiving = false
  reply('220 test')
  socket.setEncoding('utf8')
  socket.on('data', (part: string) => {
    text += part
    for (;;) {
      const end = text.indexOf(isReceiving ? '\r\n.\r\n' : '\r\n')
      if (end === -1) return
      const piece = text.slice(0, end)
      text = text.slice(end + (isReceiving ? 5 : 2))
      if (isReceiving) {
        isReceiving = false
        const id = /^Message-ID: <(.+)>/im.exec(piece)?.[1] ?? ''
        received.push(id)
        attached.push(...readPdfFiles(piece).map((file) => ({ messageId: id, ...file })))
        if (interrupt('before its acknowledgement', id)) return
        reply('250 accepted')
        interrupt('after its acknowledgement', id)
      } else if (/^DATA$/i.test(piece)) {
        if (interrupt('before its text')) return
        isReceiving = true
        reply('354 go on')
      } else if (/^QUIT$/i.test(piece)) {
        reply('221 bye')
        socket.end()
      } else reply('250 ok')
    }
  })
}

/** Parts in base64 with a file name, as the product sends bills. */
const readPdfFiles = (email: string): Omit<ReceivedFile, 'messageId'>[] =>
  email.split(/^--\S+$/m).flatMap((part) => {
    const [head = '', ...body] = part.split('\r\n\r\n')
    const name = /filename="?([^"\s;]+\.pdf)"?/i.exec(head)?.[1]
    return name === undefined ? [] : [{ name, content: Buffer.from(body.join(''), 'base64') }]
  })
