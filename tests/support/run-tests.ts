/** `npm test`: runs checks and build beside the unit tests, then the browser tests alone. */
import { spawn } from 'node:child_process'
import { CONTENT_PRICES } from './build.ts'

/** The first command takes longer, so the second one has a lower priority. */
const SIDE_BY_SIDE = ['npm run --silent check && npm run --silent build', 'nice vitest run']
const LAST = 'playwright test'

Object.assign(process.env, CONTENT_PRICES, { TESTS: 'everyday' })
const start = performance.now()
const codes = await Promise.all(SIDE_BY_SIDE.map((command) => run(command, 'pipe')))
if (codes[0] === 0) codes.push(await run(LAST, 'inherit'))
console.log(`npm test took ${Math.round((performance.now() - start) / 1_000)} s.`)
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
