import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface CommandResult {
  code: number
  output: string
}

/** Runs a script of `package.json` to its end. */
export async function runCommand(
  name: string,
  args: string[],
  environment: Record<string, string>,
): Promise<CommandResult> {
  const command = spawn('npm', ['run', '--silent', name, '--', ...args], {
    env: { ...process.env, DATABASE_URL: '', SITE_URL: '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  })
  let output = ''
  for (const stream of [command.stdout, command.stderr]) stream.on('data', (part) => (output += part))
  const [code] = await once(command, 'close')
  return { code, output }
}
