import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Puts every page of the built site through `rewrite`, from text to text. */
export function rewritePages(dir: URL, rewrite: (html: string) => string): void {
  const folder = fileURLToPath(dir)
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.html')) continue
    const file = join(folder, name)
    const html = readFileSync(file, 'utf8')
    const rewritten = rewrite(html)
    if (rewritten !== html) writeFileSync(file, rewritten)
  }
}
