/** Builds the project in a temporary copy, so that a running site is not disturbed. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { killOnExit, temporaryFolder } from './cleanup.ts'

/** Generated or local files that are not copied. */
const IGNORED = [
  'node_modules',
  'dist',
  'data',
  '.git',
  '.cache',
  '.astro',
  '.env',
  'test-results',
  'playwright-report',
]
/** Encoded images and compressed text can be reused; Astro's content cache cannot. */
const REUSED = ['assets', 'compressed'].map((name) => join('.cache/astro', name))

export function copyProject() {
  const folder = temporaryFolder()
  for (const name of readdirSync('.'))
    if (!IGNORED.includes(name)) cpSync(name, join(folder, name), { recursive: true })
  linkModules(folder)
  for (const name of REUSED) if (existsSync(name)) cpSync(name, join(folder, name), { recursive: true })
  return folder
}

export const linkModules = (folder: string) => symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))

export interface Build {
  seconds: number
  /** Processor seconds of all threads. */
  work: number
  /** Peak memory in bytes. */
  memory: number
}

/** Writes the resource usage of a process to the file named by USAGE_FILE when it exits. */
const RECORD_USAGE = `data:text/javascript,${encodeURIComponent(
  `import { writeFileSync } from 'node:fs'
   process.on('exit', () => writeFileSync(process.env.USAGE_FILE, JSON.stringify(process.resourceUsage())))`,
)}`

export async function build(folder: string, environment: Record<string, string> = {}): Promise<Build> {
  const usageFile = join(temporaryFolder(), 'usage.json')
  const astro = join(folder, 'node_modules/astro/bin/astro.mjs')
  const start = performance.now()
  const child = spawn(process.execPath, ['--no-experimental-webstorage', `--import=${RECORD_USAGE}`, astro, 'build'], {
    cwd: folder,
    detached: true,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', USAGE_FILE: usageFile, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  killOnExit(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`The build in ${folder} failed:\n${output}`)
  const seconds = (performance.now() - start) / 1_000
  const { maxRSS, userCPUTime, systemCPUTime } = JSON.parse(readFileSync(usageFile, 'utf8')) as NodeJS.ResourceUsage
  return { seconds, work: (userCPUTime + systemCPUTime) / 1e6, memory: maxRSS * 1_024 }
}
