import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { EmailKind } from '#domain/email.ts'
import type { Env } from '../env.ts'

export interface EmailMessage {
  id: string
  to: string
  /** Whom an answer goes to, where it is not the sender. */
  replyTo?: string
  /** The booking that it is about. */
  bookingId?: string
  /** A mail about a staff account, which only its reader may see; otherwise a message. */
  kind?: EmailKind
  /** When its link stops working, in milliseconds since the epoch. */
  validUntil?: number
  subject: string
  text: string
}

/** Hands a mail over, or throws: then it is tried again. */
export type Mailer = (mail: EmailMessage) => Promise<void>

/** Warns that real customers get no mail; undefined where that is as it should be. */
export const missingMailServer = ({ payments, smtpUrl }: Pick<Env, 'payments' | 'smtpUrl'>): string | undefined =>
  payments === 'live' && !smtpUrl
    ? 'No email is sent: PAYMENTS is live and SMTP_URL is not set, so emails are only written to DATA_DIR/outbox. Set SMTP_URL and restart.'
    : undefined

/** A mail server where one is set, else files that any mail program opens. */
export function openMailer(env: Pick<Env, 'smtpUrl' | 'mailFrom' | 'dataDir'>): Mailer {
  const from = env.mailFrom
  const domain = from.slice(from.lastIndexOf('@') + 1).replace('>', '')
  const messageId = (id: string) => `<${id}@${domain}>`
  if (env.smtpUrl) {
    const transport = createTransport(env.smtpUrl)
    return async ({ id, ...mail }) => {
      await transport.sendMail({ from, ...mail, messageId: messageId(id) })
    }
  }
  const folder = join(env.dataDir, 'outbox')
  const transport = createTransport({ streamTransport: true, buffer: true })
  return async ({ id, ...mail }) => {
    const { message } = await transport.sendMail({ from, ...mail, messageId: messageId(id) })
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${id}.eml`), message as Buffer)
  }
}
