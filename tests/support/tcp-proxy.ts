import { connect, createServer, type Socket } from 'node:net'

export interface TcpProxy {
  url: string
  /** Drops all traffic. */
  pause(): void
  resume(): void
  close(): void
}

/** A TCP proxy in front of PostgreSQL that can be paused. */
export async function openTcpProxy(server: string): Promise<TcpProxy> {
  const to = new URL(server)
  const sockets = new Set<Socket>()
  let paused = false
  const listener = createServer((near) => {
    const far = connect(Number(to.port), to.hostname)
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (chunk) => into.write(chunk))
      from.on('error', () => into.destroy())
      from.on('close', () => {
        sockets.delete(from)
        into.destroy()
      })
      if (paused) from.pause()
    }
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as { port: number }
  const url = new URL(server)
  url.port = String(port)
  return {
    url: url.href,
    pause: () => {
      paused = true
      for (const socket of sockets) socket.pause()
    },
    resume: () => {
      paused = false
      for (const socket of sockets) socket.resume()
    },
    close: () => {
      listener.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
