import { hasLink, isEmail, normalisePhone, toSingleLine } from './contact.ts'
import { type LocationId, parseLocationId } from './location.ts'

const MESSAGE_FIELDS = ['name', 'email', 'phone', 'location', 'message'] as const
export type MessageField = (typeof MESSAGE_FIELDS)[number]

/** A message as typed; an empty field is empty text. */
type MessageInput = Readonly<Record<MessageField, string>>

export interface Message {
  name: string
  email: string
  phone: string | undefined
  locationId: LocationId | undefined
  text: string
}

export const MAX_NAME_LENGTH = 120
export const MESSAGE_LENGTH = { min: 10, max: 4_000 } as const

/** The privacy page and the staff list show this number. */
export const MESSAGE_RETENTION_DAYS = 365

/** Returns the message, or its invalid fields. Phone and location are optional. */
export function readMessage(input: MessageInput): { message: Message; invalid: MessageField[] } {
  const message: Message = {
    name: toSingleLine(input.name),
    email: input.email.trim(),
    phone: normalisePhone(input.phone),
    locationId: parseLocationId(input.location),
    text: normaliseText(input.message),
  }
  const { min, max } = MESSAGE_LENGTH
  const isValid: Record<MessageField, boolean> = {
    name: message.name.length > 0 && message.name.length <= MAX_NAME_LENGTH && !hasLink(message.name),
    email: isEmail(message.email),
    phone: message.phone !== undefined || input.phone.trim() === '',
    location: message.locationId !== undefined || input.location === '',
    message: message.text.length >= min && message.text.length <= max,
  }
  return { message, invalid: MESSAGE_FIELDS.filter((field) => !isValid[field]) }
}

/** Normalises line endings and removes terminal control characters. */
export const normaliseText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()
