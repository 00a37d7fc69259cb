/**
 * `npm test`. What takes one core at a time goes side by side with what waits for disks and databases; the browser comes
 * last and has the machine to itself, and leaves what is tagged as long to the campaigns. What runs side by side is shown
 * when it has ended.
 */
import { spawn } from 'node:child_process'
import { OF_CONTENT } from './build.ts'

/** The first is the longer one by itself: it gets a core, and the second what is left. */
const SIDE_BY_SIDE = ['npm run --silent check && npm run --silent build', 'nice vitest run']
const LAST = 'playwright test'

Object.assign(process.env, OF_CONTENT, { E2E: 'everyday' })
const codes = await Promise.all(SIDE_BY_SIDE.map((command) => run(command, 'pipe')))
// Without a build there is nothing to open.
if (codes[0] === 0) codes.push(await run(LAST, 'inherit'))
process.exitCode = codes.find((code) => code !== 0) ?? 0

function run(command: string, output: 'pipe' | 'inherit'): Promise<number> {
  console.log(`> ${command}`)
  return new Promise((resolve) => {
    const child = spawn(command, { shell: true, stdio: ['inherit', output, output] })
    const parts: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => parts.push(part))
    child.once('close', (code) => {
      process.stdout.write(Buffer.concat(parts))
      resolve(code ?? 1)
    })
  })
}
