import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { headers } from '#build/static-host-headers.ts'
import { finishBuild } from './integration.ts'

/** The `_headers` that a build with these files writes. */
export function headersFile(siteUrl: string, files: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'headers-'))
  for (const file of files) {
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    writeFileSync(join(folder, file), '')
  }
  finishBuild(headers(siteUrl), folder)
  const text = readFileSync(join(folder, '_headers'), 'utf8')
  rmSync(folder, { recursive: true })
  return text
}

/** Applies `_headers` as a static host does: rules in order, `!` removes a header. */
export function applyHeaderRules(rules: string, path: string): Record<string, string> {
  const found: Record<string, string> = {}
  let applies = false
  for (const line of rules.split('\n')) {
    if (line.startsWith('/')) applies = new RegExp(`^${line.replaceAll('.', '\\.').replace('*', '.*')}$`).test(path)
    else if (applies && line.startsWith('  ! ')) delete found[line.slice(4)]
    else if (applies && line.includes(': ')) {
      const [name = '', ...value] = line.trim().split(': ')
      found[name] = found[name] === undefined ? value.join(': ') : `${found[name]}, ${value.join(': ')}`
    }
  }
  return found
}
