import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface RunningServer {
  url: string
  dataDir: string
  pid: number
  /** Milliseconds from the spawn to the first response. */
  startup: number
  output(): string
  kill(signal: NodeJS.Signals): Promise<void>
}

/** Starts a built product as an operator does; resolves once it responds. */
export async function startServer(
  environment: Record<string, string> = {},
  dataDir = newDataDir(),
  folder = '.',
): Promise<RunningServer> {
  const port = environment.PORT ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  const start = performance.now()
  const serve = readServeCommand()
  const child = spawn(process.execPath, serve.arguments, {
    cwd: folder,
    env: { ...process.env, ...serve.environment, PORT: String(port), SITE_URL: '', DATA_DIR: dataDir, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  await answering(url, child, () => output)
  const startup = performance.now() - start
  return { url, dataDir, pid: child.pid ?? 0, startup, output: () => output, kill: (signal) => kill(child, signal) }
}

/** What `npm run serve` passes to Node, so that signals reach the process directly. */
export function readServeCommand(): { environment: Record<string, string>; arguments: string[] } {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { serve: string } }
  const [variables = '', options = ''] = scripts.serve.split(/\bnode /)
  const environment = Object.fromEntries(
    Array.from(variables.matchAll(/(\w+)=(\S+)/g), ([, name, value]) => [name, value]),
  )
  return { environment, arguments: options.split(' ') }
}

export const newDataDir = (): string => mkdtempSync(join(tmpdir(), 'chautari-'))

async function answering(url: string, child: ChildProcess, output: () => string): Promise<void> {
  for (;;) {
    if (hasEnded(child)) throw new Error(`the server stopped at once:\n${output()}`)
    const answer = await fetch(`${url}/api/health`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(child)) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
