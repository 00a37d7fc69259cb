import { expect, test } from 'vitest'
import { getBrand } from '#server/catalogue.ts'
import { button, facts, list, note, paragraph } from '#server/mail/content.ts'
import { renderHtml, renderText } from '#server/mail/layout.ts'

const HOSTILE = `<img src=x onerror="alert('1')"> & more`
const ESCAPED = '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; more'

test('an email escapes every value in HTML, and none in text', () => {
  const email = {
    to: 'aarati@example.com',
    subject: HOSTILE,
    blocks: [
      paragraph(HOSTILE),
      facts([HOSTILE, HOSTILE]),
      list(HOSTILE, { label: HOSTILE, href: `https://example.com/${HOSTILE}` }),
      note(HOSTILE),
      button(HOSTILE, `https://example.com/?${HOSTILE}`),
    ],
    reason: HOSTILE,
    link: { label: HOSTILE, href: `https://example.com/#${HOSTILE}` },
  }
  const html = renderHtml(email)
  expect(html).not.toContain('<img')
  // The title and heading, nine texts of blocks, the link's text and address, and the reason.
  expect(html.split(ESCAPED)).toHaveLength(15)
  expect(renderText(email).split(HOSTILE)).toHaveLength(13)
})

test('a line break in a text stays one in both parts', () => {
  const email = { to: 'aarati@example.com', subject: 'Hello', blocks: [paragraph('One\nTwo')], reason: 'You asked.' }
  expect(renderHtml(email)).toContain('One<br>Two')
  expect(renderText(email)).toContain('One\nTwo\n\n-- \nYou asked.\n')
})

test('the link is the button, unless a block has one', () => {
  const link = { label: 'Open your booking', href: 'https://example.com/your-booking' }
  const email = { to: 'aarati@example.com', subject: 'Hello', reason: 'You asked.', link }
  const countButtons = (html: string) => html.split('class="button"').length - 1
  expect(countButtons(renderHtml({ ...email, blocks: [] }))).toBe(1)
  expect(countButtons(renderHtml({ ...email, blocks: [button('Pay', 'https://example.com/payment')] }))).toBe(1)
})

test('the footer of a reminder links to the page that stops reminders', () => {
  const stopLink = 'https://example.com/stop-reminders#email=a&token=b'
  const email = { to: 'aarati@example.com', subject: 'Hello', blocks: [], reason: 'You booked.' }
  const reminder = { ...email, stopLink }
  expect(renderText(reminder)).toContain(`-- \nYou booked.\nStop reminders:\n${stopLink}\n`)
  expect(renderHtml(reminder)).toContain('href="https://example.com/stop-reminders#email=a&amp;token=b"')
  for (const part of [renderText(email), renderHtml(email)]) expect(part).not.toContain('Stop reminders')
})

test('the footer names the business with its address, phone and PAN', () => {
  const { name, address, phone, registration } = getBrand()
  const email = { to: 'aarati@example.com', subject: 'Hello', blocks: [], reason: 'You asked.' }
  for (const part of [renderHtml(email), renderText(email)])
    for (const value of [name, address, phone, `PAN ${registration.pan}`]) expect(part).toContain(value)
})

test('the label of a fact does not break inside a word', () => {
  const email = { to: 'a@example.com', subject: 'Hello', blocks: [facts(['Transaction', 'T-1'])], reason: 'You asked.' }
  expect(renderHtml(email)).toMatch(/<th [^>]*word-break:normal[^>]*>Transaction<\/th>/)
})
