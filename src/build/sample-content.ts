import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { AstroIntegration } from 'astro'
import { parseFrontmatter } from 'astro/markdown'
import { SAMPLE_BANK } from '#server/env.ts'

/** The sample fields of an entry, by file. */
const SAMPLE_FIELDS: Readonly<Record<string, string>> = {
  'content/brand.json': 'legal name, phone, WhatsApp, email, address, social networks, registration',
  'content/locations.json': 'address, directions, position, contact, rating and 24/7 access of',
  'content/rooms.json': 'name, seats, equipment and hours of',
  'content/testimonials.json': 'person and quote of',
  'content/blog': 'author of',
}

/** Ids of sample entries by file or folder of posts; a file that is one record has an empty id. */
function findSamples(folder: string): Map<string, string[]> {
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
  return found
}

function findSampleIds(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { sample, id } = value as { sample?: unknown; id?: unknown }
  return [...(sample === true ? [String(id ?? '')] : []), ...Object.values(value).flatMap(findSampleIds)]
}

const readFrontmatter = (path: string): Record<string, unknown> =>
  parseFrontmatter(readFileSync(path, 'utf8')).frontmatter

const MAX_LISTED = 6
function formatLine([file, ids]: [string, string[]]): string {
  const entries = ids.filter(Boolean)
  const more = entries.length > MAX_LISTED ? ` and ${entries.length - MAX_LISTED} more` : ''
  return `  ${file}: ${`${SAMPLE_FIELDS[file] ?? 'entries'} ${entries.slice(0, MAX_LISTED).join(', ')}`.trim()}${more}`
}

/** Logs the sample content that the owner has to replace. It does not stop the build. */
export const reportSampleContent = (folder: string): AstroIntegration => ({
  name: 'samples',
  hooks: {
    'astro:build:done': ({ logger }) => {
      const lines = [...findSamples(folder)].map(formatLine)
      const account = process.env.BANK_ACCOUNT_NUMBER || SAMPLE_BANK.accountNumber
      if (account === SAMPLE_BANK.accountNumber) lines.push('  BANK_ACCOUNT_NUMBER and the other BANK_* settings')
      if (lines.length === 0) return
      logger.info(['sample content to replace, see docs/before-you-open.md:', ...lines].join('\n'))
    },
  },
})
