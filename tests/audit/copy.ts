/** A copy of the project in a temporary folder, to be built and served there: what runs in the project goes on. */
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** Made by commands, or one operator's own. */
const LEFT = ['node_modules', 'dist', 'data', '.git', '.cache', '.astro', '.env', 'test-results', 'playwright-report']
/** Encoded pictures are the same wherever they are used. */
const PICTURES = '.cache/astro/assets'

const folders = new Set<string>()
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** An empty folder that is gone when this process is. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'chautari-audit-'))
  folders.add(folder)
  return folder
}

export function copyProject(): string {
  const folder = temporaryFolder()
  for (const name of readdirSync('.')) if (!LEFT.includes(name)) cpSync(name, join(folder, name), { recursive: true })
  linkModules(folder)
  cpSync(PICTURES, join(folder, PICTURES), { recursive: true, force: true, errorOnExist: false })
  return folder
}

export const linkModules = (folder: string): void => symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))

export interface Build {
  seconds: number
  /** The most memory that it held at once, in bytes. */
  memory: number
}

/** Writes how much memory a process held, when it ends, to the file that PEAK names. */
const WATCH = `data:text/javascript,${encodeURIComponent(
  `import { writeFileSync } from 'node:fs'
   process.on('exit', () => writeFileSync(process.env.PEAK, String(process.resourceUsage().maxRSS)))`,
)}`

/** Runs `astro build` in a folder as `npm run build` does. */
export async function build(folder: string, environment: Record<string, string> = {}): Promise<Build> {
  const peak = join(temporaryFolder(), 'peak')
  const astro = join(folder, 'node_modules/astro/bin/astro.mjs')
  const began = performance.now()
  const child = spawn(process.execPath, ['--no-experimental-webstorage', `--import=${WATCH}`, astro, 'build'], {
    cwd: folder,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', PEAK: peak, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = () => child.kill()
  process.once('exit', stop)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  const code = await new Promise((ended) => child.once('close', ended))
  process.off('exit', stop)
  if (code !== 0) throw new Error(`The build in ${folder} failed:\n${said}`)
  return { seconds: (performance.now() - began) / 1_000, memory: Number(readFileSync(peak, 'utf8')) * 1_024 }
}
