import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from '../env.ts'
import { once } from '../once.ts'
import type { EmailCalendar } from './content.ts'

const CALENDAR_FILENAME = 'booking.ics'

export interface EmailAttachment {
  filename: string
  contentType: string
  content: Buffer
}

export interface EmailMessage {
  id: string
  to: string
  replyTo?: string
  subject: string
  text: string
  html?: string
  calendar?: EmailCalendar
  attachments?: EmailAttachment[]
}

/** The package takes 13 MB, so it is loaded with the first email. */
const loadNodemailer = () => import('nodemailer')

/** Throws when the email was not accepted; the outbox retries. */
export type Mailer = (email: EmailMessage) => Promise<void>

/** Returns a warning when customers receive no email. */
export const missingMailServer = ({ payments, smtpUrl }: Pick<Env, 'payments' | 'smtpUrl'>): string | undefined =>
  payments === 'live' && !smtpUrl
    ? 'No email is sent: PAYMENTS is live and SMTP_URL is not set. Emails are only written to DATA_DIR/outbox. Set SMTP_URL and restart.'
    : undefined

/** Sends to the mail server, or writes `.eml` files without one. */
export function openMailer(env: Pick<Env, 'smtpUrl' | 'mailFrom' | 'dataDir'>): Mailer {
  const from = env.mailFrom
  const domain = from.slice(from.lastIndexOf('@') + 1).replace('>', '')
  const toMessage = ({ id, calendar, ...email }: EmailMessage) => ({
    from,
    ...email,
    ...(calendar && {
      icalEvent: { method: calendar.method, filename: CALENDAR_FILENAME, content: calendar.text },
    }),
    messageId: `<${id}@${domain}>`,
  })
  const { smtpUrl } = env
  if (smtpUrl) {
    const transport = once(async () => (await loadNodemailer()).createTransport(smtpUrl))
    return async (email) => {
      await (await transport()).sendMail(toMessage(email))
    }
  }
  const folder = join(env.dataDir, 'outbox')
  const transport = once(async () => (await loadNodemailer()).createTransport({ streamTransport: true, buffer: true }))
  return async (email) => {
    const { message } = await (await transport()).sendMail(toMessage(email))
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${email.id}.eml`), message as Buffer)
  }
}
