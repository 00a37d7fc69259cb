/** Nothing of an audit outlives it, however it ends: first its processes go, then what they wrote. */
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folders = new Set<string>()
const groups = new Set<number>()

process.once('exit', () => {
  for (const group of groups) endGroup(group)
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'chautari-audit-'))
  folders.add(folder)
  return folder
}

/** For one that was started `detached`, with all that it starts itself. */
export function endsWithUs({ pid }: ChildProcess): void {
  if (pid) groups.add(pid)
}

function endGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    // It had ended by itself.
  }
}
