import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { SAMPLE_EMAILS } from '#server/commands/mails/samples.ts'
import type { EmailBlock } from '#server/mail/content.ts'
import { renderHtml, renderText } from '#server/mail/layout.ts'

/** Gmail hides what is after this size. */
const MAX_BYTES = 102 * 1024

test('every exported template has a sample', () => {
  const templates = globSync('src/server/**/*{email,emails}.ts').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/^export (?:const|function) (\w+Email)\b/gm)].map(([, name]) => name),
  )
  expect(templates.length).toBeGreaterThan(20)
  expect(SAMPLE_EMAILS.map(({ template }) => template).toSorted()).toEqual(templates.toSorted())
})

describe.for(SAMPLE_EMAILS)('$template', ({ content, isForCustomer }) => {
  const [html, text] = [renderHtml(content), renderText(content)]

  test('has the same values in HTML and in text', () => {
    const readable = toText(html)
    for (const value of [content.reason, ...content.blocks.flatMap(listValues)]) {
      expect(readable).toContain(value)
      expect(text).toContain(value)
    }
  })

  test(`is smaller than ${MAX_BYTES} bytes and complete`, () => {
    expect(Buffer.byteLength(html)).toBeLessThan(MAX_BYTES)
    expect(`${content.subject}${html}${text}`).not.toMatch(/undefined|\bNaN\b|\[object/)
  })

  test.runIf(isForCustomer)('has its link, reason and text', () => {
    const href = content.link?.href ?? 'no link'
    expect(content.reason).toMatch(/^You get this email because /)
    expect(text).toContain(href)
    expect(html).toContain(`href="${href.replaceAll('&', '&amp;')}"`)
  })

  test.runIf(content.bookingId)('names the booking that it is about, and links to it or to its confirmation', () => {
    expect(text).toContain(`Booking: ${content.bookingId}`)
    expect(content.link?.href).toMatch(new RegExp(`/your-booking#${content.bookingId}\\.|/confirm-email#`))
  })
})

function listValues(block: EmailBlock): readonly string[] {
  switch (block.kind) {
    case 'paragraph':
    case 'note':
      return block.text.split('\n')
    case 'facts':
      return block.facts.flat()
    case 'list':
      return block.items
    case 'button':
      return [block.label]
  }
}

const toText = (html: string): string =>
  html
    .replace(/<[^>]+>/g, '\n')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
