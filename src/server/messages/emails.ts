import type { Message } from '#domain/message.ts'
import type { EmailMessage } from '../mail/mailer.ts'

/** Brings a message to the business; an answer goes to who wrote it. */
export const contactMessageEmail = (
  message: Message,
  to: string,
  location: string | undefined,
): Omit<EmailMessage, 'id'> => ({
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
    'Sent with the form of the contact page. Your answer goes to the address above.',
  ].join('\n'),
})
