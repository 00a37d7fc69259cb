import type { Message } from '#domain/message.ts'
import { type EmailContent, facts, paragraph } from '../mail/content.ts'

export const contactMessageEmail = (message: Message, to: string, location: string | undefined): EmailContent => ({
  to,
  replyTo: message.email,
  subject: `Message from ${message.name}`,
  blocks: [
    paragraph(message.text),
    facts(
      ['Name', message.name],
      ['Email', message.email],
      ...(message.phone ? [['Phone', message.phone] as const] : []),
      ...(location ? [['About', location] as const] : []),
    ),
  ],
  reason: 'This message was sent with the contact form. If you reply, your email goes to the address above.',
})
