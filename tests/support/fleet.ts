import { rmSync } from 'node:fs'
import { openLoadBalancer } from './load-balancer.ts'
import { freePort, startServer } from './process.ts'

export type Fleet = Awaited<ReturnType<typeof startFleet>>

/** Starts two processes at once, as a deployment does, on one PostgreSQL database behind a load balancer. */
export async function startFleet(databaseUrl: string, environment: Record<string, string> = {}, givenPort?: number) {
  const port = givenPort ?? (await freePort())
  const url = `http://localhost:${port}`
  const settings = { TRUST_PROXY: '1', ...environment, DATABASE_URL: databaseUrl, SITE_URL: url }
  const processes = await Promise.all([startServer(settings), startServer(settings)])
  const closeBalancer = await openLoadBalancer(
    processes.map((process) => process.url),
    port,
  )
  const at = (index: number) => {
    const process = processes[index]
    if (!process) throw new Error(`there is no process ${index}`)
    return process
  }
  return {
    url,
    at,
    kill: (index: number) => at(index).kill('SIGKILL'),
    restart: async (index: number, more: Record<string, string> = {}) => {
      const { url, dataDir } = at(index)
      processes[index] = await startServer({ ...settings, ...more, PORT: new URL(url).port }, dataDir)
    },
    stop: async () => {
      closeBalancer()
      await Promise.all(processes.map((process) => process.kill('SIGTERM')))
      for (const { dataDir } of processes) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
