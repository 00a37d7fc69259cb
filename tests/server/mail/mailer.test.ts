import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openMailer } from '#server/mail/mailer.ts'

const CALENDAR = 'BEGIN:VCALENDAR\r\nMETHOD:CANCEL\r\nEND:VCALENDAR\r\n'

async function writeEmail(email: object): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mailer-'))
  const mailer = openMailer({ smtpUrl: undefined, mailFrom: 'Chautari <hello@chautari.example>', dataDir })
  await mailer({ id: 'one', to: 'aarati@example.com', subject: 'Hello', text: 'In text.', ...email })
  return readFileSync(join(dataDir, 'outbox', 'one.eml'), 'utf8')
}

test('an email has both parts, and the Message-ID of its row at the domain of its sender', async () => {
  const source = await writeEmail({ html: '<p>In HTML.</p>' })
  expect(source).toContain('Message-ID: <one@chautari.example>')
  expect(source).toMatch(/Content-Type: text\/plain.*In text\..*Content-Type: text\/html.*<p>In HTML\.<\/p>/s)
  expect(source).not.toContain('text/calendar')
})

test('a calendar is both an alternative with its method and a file', async () => {
  const source = await writeEmail({ html: '<p>In HTML.</p>', calendar: { method: 'CANCEL', text: CALENDAR } })
  expect(source).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=CANCEL/)
  expect(source).toMatch(/Content-Disposition: attachment; filename=booking\.ics/)
})

test('a bill is a file beside the text and the calendar', async () => {
  const bill = { filename: 'KAU-8384-00001.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF-1.7') }
  const source = await writeEmail({
    html: '<p>In HTML.</p>',
    calendar: { method: 'PUBLISH', text: CALENDAR },
    attachments: [bill],
  })
  expect(source).toMatch(/Content-Type: application\/pdf; name=KAU-8384-00001\.pdf/)
  expect(source).toMatch(/Content-Disposition: attachment; filename=KAU-8384-00001\.pdf/)
  expect(source).toContain(bill.content.toString('base64'))
  expect(source).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=PUBLISH/)
})
