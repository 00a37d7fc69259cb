import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { AstroIntegration } from 'astro'
import { parseFrontmatter } from 'astro/markdown'
import { SAMPLE_BANK } from '#server/env.ts'

/** Content that is made up, of one file, or of one folder of posts. */
export interface SampleContent {
  file: string
  /** Its entries; a file that is one record has none to name. */
  entries: string[]
}

/** What `sample: true` says of an entry, by file. */
export const SAMPLE_FIELDS: Readonly<Record<string, string>> = {
  'content/brand.json': 'phone, WhatsApp, email, social networks, registration',
  'content/locations.json': 'address, contact, rating and 24/7 access of',
  'content/testimonials.json': 'person and words of',
  'content/blog': 'author of',
}

/** Every `sample: true` below a folder, in JSON wherever it stands and in the fields of posts. */
export function findSamples(folder: string): SampleContent[] {
  const found = new Map<string, string[]>()
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(folder, name)
    if (name.endsWith('.json')) {
      const entries = findSampleIds(JSON.parse(readFileSync(path, 'utf8')))
      if (entries.length > 0) found.set(path, entries)
    } else if (name.endsWith('.mdx') && readFrontmatter(path).sample === true) {
      found.set(dirname(path), [...(found.get(dirname(path)) ?? []), name.replace(/^.*\/|\.mdx$/g, '')])
    }
  }
  return [...found].map(([file, entries]) => ({ file, entries: entries.filter(Boolean) }))
}

/** The ids of what carries the flag; an empty one where it has none. */
function findSampleIds(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { sample, id } = value as { sample?: unknown; id?: unknown }
  return [...(sample === true ? [String(id ?? '')] : []), ...Object.values(value).flatMap(findSampleIds)]
}

const readFrontmatter = (path: string): Record<string, unknown> =>
  parseFrontmatter(readFileSync(path, 'utf8')).frontmatter

const MAX_LISTED = 6
function formatLine({ file, entries }: SampleContent): string {
  const more = entries.length > MAX_LISTED ? ` and ${entries.length - MAX_LISTED} more` : ''
  return `  ${file}: ${`${SAMPLE_FIELDS[file] ?? 'entries'} ${entries.slice(0, MAX_LISTED).join(', ')}`.trim()}${more}`
}

/** Says after a build what an owner still has to replace. It stops nothing: what could hurt is refused where it would. */
export const reportSampleContent = (): AstroIntegration => ({
  name: 'samples',
  hooks: {
    'astro:build:done': ({ logger }) => {
      const lines = findSamples('content').map(formatLine)
      const account = process.env.BANK_ACCOUNT_NUMBER || SAMPLE_BANK.accountNumber
      if (account === SAMPLE_BANK.accountNumber)
        lines.push('  BANK_ACCOUNT_NUMBER and the settings beside it: the payee')
      if (lines.length === 0) return
      logger.info(['still sample, see docs/before-you-open.md:', ...lines].join('\n'))
    },
  },
})
