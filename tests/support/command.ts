import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface Ended {
  code: number
  /** What was printed, whichever way. */
  said: string
}

/** Runs a command of `package.json` as an operator does, to its end. */
export async function runCommand(name: string, args: string[], environment: Record<string, string>): Promise<Ended> {
  const command = spawn('npm', ['run', '--silent', name, '--', ...args], {
    env: { ...process.env, DATABASE_URL: '', SITE_URL: '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    // One that hangs is to be seen where it is asked for.
    timeout: 60_000,
  })
  let said = ''
  for (const stream of [command.stdout, command.stderr]) stream.on('data', (part) => (said += part))
  const [code] = await once(command, 'close')
  return { code, said }
}
