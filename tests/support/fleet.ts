import { rmSync } from 'node:fs'
import { type Front, openFront } from './front.ts'
import { freePort, type RunningServer, startServer } from './process.ts'

/** Two processes of the product on one PostgreSQL database, each with a folder of its own, behind one address. */
export class Fleet {
  readonly url: string
  readonly #environment: Record<string, string>
  readonly #processes: RunningServer[]
  readonly #front: Front

  private constructor(url: string, environment: Record<string, string>, processes: RunningServer[], front: Front) {
    this.url = url
    this.#environment = environment
    this.#processes = processes
    this.#front = front
  }

  /** Both start at the same moment, as after a deployment, also on a database that is empty yet. */
  static async start(databaseUrl: string, environment: Record<string, string> = {}, port?: number): Promise<Fleet> {
    const frontPort = port ?? (await freePort())
    const url = `http://localhost:${frontPort}`
    const every = { TRUST_PROXY: '1', ...environment, DATABASE_URL: databaseUrl, SITE_URL: url }
    const processes = await Promise.all([startServer(every), startServer(every)])
    const front = await openFront(
      processes.map((process) => process.url),
      frontPort,
    )
    return new Fleet(url, every, processes, front)
  }

  at(index: number): RunningServer {
    const process = this.#processes[index]
    if (!process) throw new Error(`there is no process ${index}`)
    return process
  }

  kill(index: number): Promise<void> {
    return this.at(index).kill('SIGKILL')
  }

  /** Starts a process again that was killed, where it stood. */
  async revive(index: number, environment: Record<string, string> = {}): Promise<void> {
    const { url, dataDir } = this.at(index)
    const every = { ...this.#environment, ...environment, PORT: new URL(url).port }
    this.#processes[index] = await startServer(every, dataDir)
  }

  async stop(): Promise<void> {
    this.#front.close()
    await Promise.all(this.#processes.map((process) => process.kill('SIGTERM')))
    for (const { dataDir } of this.#processes) rmSync(dataDir, { recursive: true, force: true })
  }
}
