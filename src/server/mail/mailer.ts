import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Env } from '../env.ts'

interface EmailMessage {
  id: string
  to: string
  replyTo?: string
  subject: string
  text: string
  html?: string
}

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
  const messageId = (id: string) => `<${id}@${domain}>`
  if (env.smtpUrl) {
    const transport = createTransport(env.smtpUrl)
    return async ({ id, ...email }) => {
      await transport.sendMail({ from, ...email, messageId: messageId(id) })
    }
  }
  const folder = join(env.dataDir, 'outbox')
  const transport = createTransport({ streamTransport: true, buffer: true })
  return async ({ id, ...email }) => {
    const { message } = await transport.sendMail({ from, ...email, messageId: messageId(id) })
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${id}.eml`), message as Buffer)
  }
}
