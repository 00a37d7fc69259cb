import type { Message } from '#domain/message.ts'
import type { EmailContent } from '../mail/mailer.ts'

export const contactMessageEmail = (message: Message, to: string, location: string | undefined): EmailContent => ({
  to,
  replyTo: message.email,
  subject: `Message from ${message.name}`,
  text: [
    message.text,
    '',
    '--',
    `Name: ${message.name}`,
    `Email: ${message.email}`,
    ...(message.phone ? [`Phone: ${message.phone}`] : []),
    ...(location ? [`About: ${location}`] : []),
    'Sent with the contact form. Replies go to the address above.',
  ].join('\n'),
})
