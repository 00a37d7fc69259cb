import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { AstroIntegration } from 'astro'
import { parseFrontmatter } from 'astro/markdown'
import { SAMPLE_BANK } from '#server/env.ts'

/** Content that is made up, of one file, or of one folder of posts. */
export interface Samples {
  file: string
  /** Its entries; a file that is one record has none to name. */
  entries: string[]
}

/** What `sample: true` says of an entry, by file. */
export const MADE_UP: Readonly<Record<string, string>> = {
  'content/brand.json': 'phone, WhatsApp, email, social networks, registration',
  'content/locations.json': 'address, contact, rating and 24/7 access of',
  'content/testimonials.json': 'person and words of',
  'content/blog': 'author of',
}

/** Every `sample: true` below a folder, in JSON wherever it stands and in the fields of posts. */
export function samplesIn(folder: string): Samples[] {
  const found = new Map<string, string[]>()
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(folder, name)
    if (name.endsWith('.json')) {
      const entries = flagged(JSON.parse(readFileSync(path, 'utf8')))
      if (entries.length > 0) found.set(path, entries)
    } else if (name.endsWith('.mdx') && fieldsOf(path).sample === true) {
      found.set(dirname(path), [...(found.get(dirname(path)) ?? []), name.replace(/^.*\/|\.mdx$/g, '')])
    }
  }
  return [...found].map(([file, entries]) => ({ file, entries: entries.filter(Boolean) }))
}

/** The ids of what carries the flag; an empty one where it has none. */
function flagged(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { sample, id } = value as { sample?: unknown; id?: unknown }
  return [...(sample === true ? [String(id ?? '')] : []), ...Object.values(value).flatMap(flagged)]
}

const fieldsOf = (path: string): Record<string, unknown> => parseFrontmatter(readFileSync(path, 'utf8')).frontmatter

const SHOWN = 6
function line({ file, entries }: Samples): string {
  const more = entries.length > SHOWN ? ` and ${entries.length - SHOWN} more` : ''
  return `  ${file}: ${`${MADE_UP[file] ?? 'entries'} ${entries.slice(0, SHOWN).join(', ')}`.trim()}${more}`
}

/** Says after a build what an owner still has to replace. It stops nothing: what could hurt is refused where it would. */
export const samples = (): AstroIntegration => ({
  name: 'samples',
  hooks: {
    'astro:build:done': ({ logger }) => {
      const lines = samplesIn('content').map(line)
      const account = process.env.BANK_ACCOUNT_NUMBER || SAMPLE_BANK.accountNumber
      if (account === SAMPLE_BANK.accountNumber)
        lines.push('  BANK_ACCOUNT_NUMBER and the settings beside it: the payee')
      if (lines.length === 0) return
      logger.info(['still sample, see docs/before-you-open.md:', ...lines].join('\n'))
    },
  },
})
