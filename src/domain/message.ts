import { isEmail, normalisePhone, toSingleLine } from './contact.ts'
import { type LocationId, locationId } from './location.ts'

export const MESSAGE_FIELDS = ['name', 'email', 'phone', 'location', 'message'] as const
export type MessageField = (typeof MESSAGE_FIELDS)[number]

/** A message to the business as it was typed; empty text where a field was left empty. */
export type MessageInput = Readonly<Record<MessageField, string>>

/** A message as it is kept. */
export interface Message {
  name: string
  email: string
  phone: string | undefined
  locationId: LocationId | undefined
  text: string
}

export const MAX_NAME_LENGTH = 120
export const MESSAGE_LENGTH = { least: 10, most: 4_000 } as const

/** The privacy page and the staff's list name this time. */
export const MESSAGE_RETENTION_DAYS = 365

/** The message, and the fields that keep it from being one. Phone and location may be left empty. */
export function readMessage(typed: MessageInput): { message: Message; wrong: MessageField[] } {
  const message: Message = {
    name: toSingleLine(typed.name),
    email: typed.email.trim(),
    phone: normalisePhone(typed.phone),
    locationId: locationId(typed.location),
    text: normaliseText(typed.message),
  }
  const { least, most } = MESSAGE_LENGTH
  const right: Record<MessageField, boolean> = {
    name: message.name.length > 0 && message.name.length <= MAX_NAME_LENGTH,
    email: isEmail(message.email),
    phone: message.phone !== undefined || typed.phone.trim() === '',
    location: message.locationId !== undefined || typed.location === '',
    message: message.text.length >= least && message.text.length <= most,
  }
  return { message, wrong: MESSAGE_FIELDS.filter((field) => !right[field]) }
}

/** Lines end as forms and scripts both write them; signs that steer a terminal are left out. */
const normaliseText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()
