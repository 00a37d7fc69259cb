import { toLatinDigits } from './number.ts'
import { normalisePan } from './pan.ts'

export interface ContactInfo {
  firstName: string
  lastName: string
  email: string
  phone: string
  company: string
  /** The buyer's PAN on the bill; empty if none. */
  pan: string
}

export const EMPTY_CONTACT: ContactInfo = { firstName: '', lastName: '', email: '', phone: '', company: '', pan: '' }

/** At the front desk a first name may be the whole name. */
export const fullName = ({ firstName, lastName }: Pick<ContactInfo, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim()

/** Removes line breaks and direction marks, which would break lists, exports and email subjects. */
export const toSingleLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_C}\s]+/gu, ' ').trim()

/** Not allowed in names, because emails greet unconfirmed addresses with them. */
export const hasLink = (name: string): boolean => /:\/\/|www\./i.test(name)

export const normaliseContact = ({ firstName, lastName, email, phone, company, pan }: ContactInfo) => ({
  firstName: toSingleLine(firstName),
  lastName: toSingleLine(lastName),
  email: email.trim(),
  phone: normalisePhone(phone) ?? phone.trim(),
  company: toSingleLine(company),
  pan: normalisePan(pan),
})

export const MAX_EMAIL_LENGTH = 254
/** One `@`, no spaces and a dotted host, such as `name@example.com`. Also the `pattern` of email fields in HTML. */
export const EMAIL_PATTERN = String.raw`[^\s@"\(\),:;<>\[\\\]]+@[^\s@.,:;]+(\.[^\s@.,:;]+)+`
const EMAIL = new RegExp(`^${EMAIL_PATTERN}$`, 'u')

export const isEmail = (text: string): boolean => text.length <= MAX_EMAIL_LENGTH && EMAIL.test(text)

const NEPALI_MOBILE = /^9(?:00|6[0-3]|7[0-24-6]|8[0-24-68])\d{7}$/
/** Kathmandu valley: 1 and seven digits. Elsewhere: a two-digit area code and six digits. */
const NEPALI_LANDLINE = /^(?:1[0-6]\d{6}|[2-9]\d{7})$/

const EXTENSION = /(?:ext(?:ension|n)?\.?|x|#)\s*(\d{1,6})$/i

/**
 * Accepts 7 to 15 digits, Latin or Devanagari. Returns Nepali numbers as E.164, others as digits with a leading `+` and
 * extension retained (`+442079460958 ext 5`), else undefined.
 */
export function normalisePhone(text: string): string | undefined {
  const typed = toLatinDigits(text.trim())
  const extension = EXTENSION.exec(typed)
  const number = normaliseNumber(typed.slice(0, extension?.index).trimEnd().replace(/,$/, ''))
  return number && extension ? `${number} ext ${extension[1]}` : number
}

function normaliseNumber(trimmed: string): string | undefined {
  if (!/^\+?[\d\s().\-/]+$/.test(trimmed)) return undefined
  const digits = trimmed.replace(/\D/g, '')
  if (digits.length < 7 || digits.length > 15) return undefined
  const national = toNepaliNationalNumber(trimmed.startsWith('+'), digits)
  if (national) return `+977${national}`
  return trimmed.startsWith('+') ? `+${digits}` : digits
}

/** Returns the national number of a Nepali phone, without `+977`, `00977`, `977` and the trunk `0`. */
function toNepaliNationalNumber(international: boolean, digits: string): string | undefined {
  if (international && !digits.startsWith('977')) return undefined
  const prefix = /^(?:00)?977(\d{8}|\d{10})$/.exec(digits)
  const rest = prefix?.[1] ?? digits
  if (NEPALI_MOBILE.test(rest)) return rest
  if (prefix) return NEPALI_LANDLINE.test(rest) ? rest : undefined
  const trunk = /^0(\d{8})$/.exec(digits)?.[1]
  return trunk && NEPALI_LANDLINE.test(trunk) ? trunk : undefined
}

const digits = (phone: string): string => phone.replace(/\D/g, '')

export const phoneHref = (phone: string): string => `tel:+${digits(phone)}`
/** `text` is prefilled; the user still sends it. */
export const whatsappHref = (phone: string, text?: string): string =>
  `https://wa.me/${digits(phone)}${text === undefined ? '' : `?text=${encodeURIComponent(text)}`}`
