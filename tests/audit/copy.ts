/** A copy of the project in a temporary folder, to be built and served there: what runs in the project goes on. */
import { spawn } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { endsWithUs, temporaryFolder } from './leftovers.ts'

/** Made by commands, or one operator's own. */
const LEFT = ['node_modules', 'dist', 'data', '.git', '.cache', '.astro', '.env', 'test-results', 'playwright-report']
/** Encoded pictures and compressed texts are the same wherever they are used; what Astro knows of content is not. */
const KEPT = ['assets', 'compressed'].map((name) => join('.cache/astro', name))

export function copyProject(): string {
  const folder = temporaryFolder()
  for (const name of readdirSync('.')) if (!LEFT.includes(name)) cpSync(name, join(folder, name), { recursive: true })
  linkModules(folder)
  for (const name of KEPT) if (existsSync(name)) cpSync(name, join(folder, name), { recursive: true })
  return folder
}

export const linkModules = (folder: string): void => symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))

export interface Build {
  seconds: number
  /** Of the processor, all threads together. */
  work: number
  /** The most memory that it held at once, in bytes. */
  memory: number
}

/** Writes what a process took, when it ends, to the file that TAKEN names. */
const WATCH = `data:text/javascript,${encodeURIComponent(
  `import { writeFileSync } from 'node:fs'
   process.on('exit', () => writeFileSync(process.env.TAKEN, JSON.stringify(process.resourceUsage())))`,
)}`

/** Runs `astro build` in a folder as `npm run build` does. */
export async function build(folder: string, environment: Record<string, string> = {}): Promise<Build> {
  const taken = join(temporaryFolder(), 'taken.json')
  const astro = join(folder, 'node_modules/astro/bin/astro.mjs')
  const began = performance.now()
  const child = spawn(process.execPath, ['--no-experimental-webstorage', `--import=${WATCH}`, astro, 'build'], {
    cwd: folder,
    detached: true,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', TAKEN: taken, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  endsWithUs(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  const code = await new Promise((ended) => child.once('close', ended))
  if (code !== 0) throw new Error(`The build in ${folder} failed:\n${said}`)
  const seconds = (performance.now() - began) / 1_000
  const { maxRSS, userCPUTime, systemCPUTime } = JSON.parse(readFileSync(taken, 'utf8')) as NodeJS.ResourceUsage
  return { seconds, work: (userCPUTime + systemCPUTime) / 1e6, memory: maxRSS * 1_024 }
}
