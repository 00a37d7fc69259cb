/** Measures `npm start` until the landing page responds: in a copy with the installed packages and no caches, and once more. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { killOnExit } from '../audit/cleanup.ts'
import { copyProject } from '../audit/project-copy.ts'
import { freePort } from '../support/process.ts'

const MAX_SECONDS = 15
const folder = copyProject()
rmSync(join(folder, '.cache'), { recursive: true, force: true })
console.log(`npm start until the landing page responds, at most ${MAX_SECONDS} s:`)
console.table({ first: { seconds: await measureStart() }, 'with .cache': { seconds: await measureStart() } })

async function measureStart(): Promise<number> {
  const port = await freePort()
  const start = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: folder,
    detached: true,
    env: { ...process.env, PORT: String(port), SITE_URL: '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  killOnExit(child)
  const responds = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await responds())) {
    if (child.exitCode !== null) throw new Error('npm start ended')
    await setTimeout(20)
  }
  const seconds = (performance.now() - start) / 1_000
  process.kill(-(child.pid as number), 'SIGTERM')
  await once(child, 'exit')
  return Number(seconds.toFixed(1))
}
