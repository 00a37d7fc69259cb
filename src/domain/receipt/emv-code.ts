import { type Paisa, toDecimalRupees } from '../money.ts'

/**
 * EMVCo merchant-presented mode (MPM 1.1) as NepalPay and Fonepay use it: fields `ID(2) LEN(2, decimal) VALUE`, `00`
 * first, a checksum last. Values by id, in the order of the code.
 */
type EmvFields = ReadonlyMap<string, string>

/** `problem` completes a sentence about the code. */
type ReadResult = { ok: true; fields: EmvFields } | { ok: false; problem: string }
const reject = (problem: string): ReadResult => ({ ok: false, problem })

const POINT_OF_INITIATION = '01'
const CURRENCY = '53'
const AMOUNT = '54'
const COUNTRY = '58'
const NAME = '59'
const ADDITIONAL = '62'
const REFERENCE_LABEL = '05'
const CHECKSUM = '63'
const STATIC = '11'
const DYNAMIC = '12'
const SURCHARGE_FIELDS = ['55', '56', '57']
const MAX_VALUE_LENGTH = 99
const REFERENCE_LENGTH = 21

/** Reads a code and checks form, order, checksum, account and payee. */
function parseEmvCode(payload: string): ReadResult {
  const read = readFields(payload)
  if (!read.ok) return read
  const problem = findCodeProblem(payload, read.fields)
  return problem ? reject(problem) : read
}

/** Reads the fields of a code or template. Duplicate fields are invalid. */
function readFields(text: string): ReadResult {
  if (!/^[\x20-\x7e]*$/.test(text)) return reject('contains characters that are not allowed in a QR code')
  const fields = new Map<string, string>()
  for (let at = 0; at < text.length; ) {
    const head = text.slice(at, at + 4)
    if (head.length < 4) return reject('ends in the middle of a field')
    if (!/^\d{4}$/.test(head)) return reject('has a field whose length is not two digits')
    const id = head.slice(0, 2)
    const end = at + 4 + Number(head.slice(2))
    if (end > text.length) return reject('ends in the middle of a field')
    if (fields.has(id)) return reject('has the same field twice')
    fields.set(id, text.slice(at + 4, end))
    at = end
  }
  return { ok: true, fields }
}

/** CRC-16/CCITT-FALSE of ASCII text: polynomial 0x1021, initial 0xFFFF, four upper-case hexadecimal digits. */
export function checksum(text: string): string {
  let crc = 0xffff
  for (const character of text) {
    crc ^= character.charCodeAt(0) << 8
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

/** Reads the merchant's static code, whose account dynamic codes pay into. */
export function readMerchantCode(payload: string): ReadResult {
  const read = parseEmvCode(payload)
  if (!read.ok) return read
  const { fields } = read
  if ((fields.get(POINT_OF_INITIATION) ?? STATIC) !== STATIC)
    return reject('is a dynamic code: ask the bank for the static one, without an amount')
  if (fields.get(CURRENCY) !== '524') return reject('is not for Nepali rupees')
  if (fields.get(COUNTRY) !== 'NP') return reject('is not from Nepal')
  const additional = withReference(fields, 'x'.repeat(REFERENCE_LENGTH))
  return additional === undefined || additional.length > MAX_VALUE_LENGTH ? reject('has no room for a reference') : read
}

/** The payee as the payer's app shows it. */
export function readPayee(payload: string): string {
  const read = parseEmvCode(payload)
  return (read.ok && read.fields.get(NAME)) || ''
}

/**
 * Makes the merchant's code into one for a single payment, with its amount and booking id. Throws on an invalid code,
 * an amount below one paisa, or a reference that is too long.
 */
export function createDynamicCode(
  merchant: string,
  { amount, reference }: { amount: Paisa; reference: string },
): string {
  const read = readMerchantCode(merchant)
  if (!read.ok) throw new Error(`the merchant's code ${read.problem}`)
  if (amount <= 0) throw new RangeError(`a code for ${amount} paisa cannot be paid`)
  if (!/^[\x21-\x7e]+$/.test(reference) || reference.length > REFERENCE_LENGTH)
    throw new RangeError(`"${reference}" is too long for a code`)
  const fields = new Map(read.fields)
    .set(POINT_OF_INITIATION, DYNAMIC)
    .set(AMOUNT, toDecimalRupees(amount))
    .set(ADDITIONAL, withReference(read.fields, reference) ?? '')
  for (const id of [CHECKSUM, ...SURCHARGE_FIELDS]) fields.delete(id)
  const body = `${writeFields(fields)}${CHECKSUM}04`
  return body + checksum(body)
}

function findCodeProblem(payload: string, fields: EmvFields): string | undefined {
  if (!payload.startsWith('000201')) return 'does not start with 000201'
  const [lastId, last = ''] = [...fields].at(-1) ?? []
  if (lastId !== CHECKSUM || !/^[0-9A-F]{4}$/.test(last))
    return 'does not end with a checksum of four hexadecimal digits'
  if (checksum(payload.slice(0, -4)) !== last) return 'has a checksum that does not match'
  if (![...fields.keys()].some((id) => Number(id) >= 2 && Number(id) <= 51)) return 'has no account to pay into'
  return fields.get(NAME) ? undefined : 'has no payee'
}

/** Undefined if the additional data is unreadable. */
function withReference(fields: EmvFields, reference: string): string | undefined {
  const known = readFields(fields.get(ADDITIONAL) ?? '')
  return known.ok ? writeFields(new Map(known.fields).set(REFERENCE_LABEL, reference)) : undefined
}

const writeFields = (fields: EmvFields): string =>
  [...fields]
    .sort(([one], [other]) => Number(one) - Number(other))
    .map(([id, value]) => `${id}${String(value.length).padStart(2, '0')}${value}`)
    .join('')
