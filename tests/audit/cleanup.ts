/** Ends the audit's processes and removes its folders on every kind of exit. */
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folders = new Set<string>()
const groups = new Set<number>()

process.once('exit', () => {
  for (const group of groups) {
    try {
      process.kill(-group, 'SIGKILL')
    } catch {
      // The process has already ended.
    }
  }
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'chautari-audit-'))
  folders.add(folder)
  return folder
}

/** Kills a process that was started `detached`, with its child processes. */
export function killOnExit({ pid }: ChildProcess) {
  if (pid) groups.add(pid)
}
