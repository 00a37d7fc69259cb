import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { SAMPLE_EMAILS } from '#server/commands/mails/samples.ts'
import type { EmailBlock, EmailContent } from '#server/mail/content.ts'
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
    const hrefs = listOwnLinks(content)
    expect(content.reason).toMatch(/^You get this email because /)
    expect(hrefs).not.toEqual([])
    for (const href of hrefs) {
      expect(text).toContain(href)
      expect(html).toContain(`href="${href.replaceAll('&', '&amp;')}"`)
    }
  })

  test('warns against sharing its link exactly if the link opens something', () => {
    const isSecret = listOwnLinks(content).some((href) => href.includes('/your-booking#'))
    expect(/ opens (your|its|what it) \w+, so do not share it\./.test(content.reason)).toBe(isSecret)
  })

  test('has no address of a page in its text', () => {
    expect(content.blocks.flatMap(listValues).filter((value) => value.includes('://'))).toEqual([])
  })

  test.runIf(content.bookingId)('names the booking that it is about, and links to it or to its confirmation', () => {
    expect(text).toContain(`Booking: ${content.bookingId}`)
    expect(content.link?.href).toMatch(new RegExp(`/your-booking#${content.bookingId}\\.|/confirm-email#`))
  })
})

describe('the sample of', () => {
  const textOf = (name: string): string => {
    const sample = SAMPLE_EMAILS.find(({ template }) => template === name)
    return sample ? renderText(sample.content).replaceAll('\u00a0', ' ') : ''
  }

  test('a confirmed booking has the lines of its plan and extras', () => {
    const text = textOf('bookingConfirmedEmail')
    expect(text).toContain('Last day: Sunday, 13 Dec 2026')
    expect(text).toContain('Professional × 1: NPR 2,500')
    expect(text).toContain('Meeting-room hours × 2: NPR 1,600')
    expect(text).toContain('Price: NPR 4,100, all taxes included')
    expect(text).toContain('cancel on the page of your booking before 6 Dec 2026')
    expect(text).toContain('Closed: 10 Dec 2026 (Election)')
  })

  test('a reminder is that of 17:00 on the day before, when free cancellation has ended', () => {
    expect(textOf('bookingReminderEmail')).toContain('Free cancellation ended on 6 Dec 2026')
  })

  test('an ending membership has a plan that creates memberships', () => {
    expect(textOf('membershipEndingEmail')).toContain('Your Professional membership at Dhobighat Hub')
  })
})

/** The link of the email, or those of its list. */
const listOwnLinks = ({ link, blocks }: EmailContent): string[] => [
  ...(link ? [link.href] : []),
  ...blocks.flatMap((block) =>
    block.kind === 'list' ? block.items.flatMap((item) => (typeof item === 'string' ? [] : item.href)) : [],
  ),
]

function listValues(block: EmailBlock): readonly string[] {
  switch (block.kind) {
    case 'paragraph':
    case 'note':
      return block.text.split('\n')
    case 'facts':
      return block.facts.flat()
    case 'list':
      return block.items.map((item) => (typeof item === 'string' ? item : item.label))
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
