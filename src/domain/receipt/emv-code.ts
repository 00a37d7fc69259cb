import { type Paisa, toDecimalRupees } from '../money.ts'

/**
 * Payment codes scanned with a banking app: EMVCo merchant-presented mode (MPM 1.1) as NepalPay and Fonepay use it. A
 * text of fields, each `ID(2) LEN(2, decimal) VALUE`, `00` first, a checksum last.
 */
export interface EmvField {
  id: string
  value: string
}

export const EMV_PROBLEMS = {
  not_ascii: 'holds characters that such a code cannot have',
  cut_off: 'ends in the middle of a field',
  bad_length: 'has a field whose length is not two digits',
  twice: 'has the same field twice',
  no_format: 'does not begin with 000201',
  no_checksum: 'does not end with a checksum of four hexadecimal digits',
  wrong_checksum: 'has a checksum that does not fit',
  no_account: 'names no account to pay into',
  no_name: 'names no payee',
} as const
export type EmvProblem = keyof typeof EMV_PROBLEMS

export const MERCHANT_PROBLEMS = {
  ...EMV_PROBLEMS,
  not_static: 'is a dynamic code: ask the bank for the static one, without an amount',
  not_npr: 'is not for Nepali rupees',
  not_nepal: 'is not from Nepal',
  no_room: 'leaves no room for a reference',
} as const
export type MerchantProblem = keyof typeof MERCHANT_PROBLEMS

type ReadResult<Problem> = { ok: true; fields: EmvField[] } | { ok: false; problem: Problem }

const FORMAT = '00'
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
/** A tip or a fee that the payer's app would add to what we ask for. */
const SURCHARGE_FIELDS = ['55', '56', '57']
const MAX_VALUE_LENGTH = 99
/** A booking's reference, which the additional data must have room for. */
const REFERENCE_LENGTH = 21

/** Reads a code and checks all that holds for every one: form, order, checksum, an account and a payee. */
export function parseEmvCode(payload: string): ReadResult<EmvProblem> {
  const read = readFields(payload)
  if (!read.ok) return read
  const problem = findCodeProblem(payload, read.fields)
  return problem ? { ok: false, problem } : read
}

/** The fields of a code or of one of its templates; a field that is there twice has no meaning. */
export function readFields(text: string): ReadResult<'not_ascii' | 'cut_off' | 'bad_length' | 'twice'> {
  if (!/^[\x20-\x7e]*$/.test(text)) return { ok: false, problem: 'not_ascii' }
  const fields: EmvField[] = []
  for (let at = 0; at < text.length; ) {
    const head = text.slice(at, at + 4)
    if (head.length < 4) return { ok: false, problem: 'cut_off' }
    if (!/^\d{4}$/.test(head)) return { ok: false, problem: 'bad_length' }
    const id = head.slice(0, 2)
    const end = at + 4 + Number(head.slice(2))
    if (end > text.length) return { ok: false, problem: 'cut_off' }
    if (fields.some((field) => field.id === id)) return { ok: false, problem: 'twice' }
    fields.push({ id, value: text.slice(at + 4, end) })
    at = end
  }
  return { ok: true, fields }
}

export const findFieldValue = (fields: readonly EmvField[], id: string): string | undefined =>
  fields.find((field) => field.id === id)?.value

/** CRC-16/CCITT-FALSE of ASCII text: polynomial 0x1021, initial 0xFFFF, four upper-case hexadecimal digits. */
export function checksum(text: string): string {
  let crc = 0xffff
  for (const character of text) {
    crc ^= character.charCodeAt(0) << 8
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

/** The merchant's own static code, whose account the dynamic ones pay into. */
export function readMerchantCode(payload: string): ReadResult<MerchantProblem> {
  const read = parseEmvCode(payload)
  if (!read.ok) return read
  const refuse = (problem: MerchantProblem): ReadResult<MerchantProblem> => ({ ok: false, problem })
  const { fields } = read
  if ((findFieldValue(fields, POINT_OF_INITIATION) ?? STATIC) !== STATIC) return refuse('not_static')
  if (findFieldValue(fields, CURRENCY) !== '524') return refuse('not_npr')
  if (findFieldValue(fields, COUNTRY) !== 'NP') return refuse('not_nepal')
  const additional = withReference(fields, 'x'.repeat(REFERENCE_LENGTH))
  return additional === undefined || additional.length > MAX_VALUE_LENGTH ? refuse('no_room') : read
}

/** Whom a code pays, as the payer's app will show it. */
export function readPayee(payload: string): string {
  const read = parseEmvCode(payload)
  return (read.ok && findFieldValue(read.fields, NAME)) || ''
}

/**
 * The merchant's code made into one for a single payment: the account stays as it is, the amount is set, nothing is
 * added to it, and the reference (a booking's id) is what staff look for. Throws on a code that `readMerchantCode`
 * refuses, on an amount below one paisa and on a reference that does not fit.
 */
export function createDynamicCode(
  merchant: string,
  { amount, reference }: { amount: Paisa; reference: string },
): string {
  const read = readMerchantCode(merchant)
  if (!read.ok) throw new Error(`the merchant's code ${MERCHANT_PROBLEMS[read.problem]}`)
  if (amount <= 0) throw new RangeError(`a code for ${amount} paisa cannot be paid`)
  if (!/^[\x21-\x7e]+$/.test(reference) || reference.length > REFERENCE_LENGTH)
    throw new RangeError(`"${reference}" does not fit into a code`)
  const made = [POINT_OF_INITIATION, AMOUNT, ADDITIONAL, CHECKSUM, ...SURCHARGE_FIELDS]
  const fields = [
    ...read.fields.filter(({ id }) => !made.includes(id)),
    { id: POINT_OF_INITIATION, value: DYNAMIC },
    { id: AMOUNT, value: toDecimalRupees(amount) },
    { id: ADDITIONAL, value: withReference(read.fields, reference) ?? '' },
  ].sort((a, b) => Number(a.id) - Number(b.id))
  const body = `${writeFields(fields)}${CHECKSUM}04`
  return body + checksum(body)
}

function findCodeProblem(payload: string, fields: readonly EmvField[]): EmvProblem | undefined {
  const [first] = fields
  if (first?.id !== FORMAT || first.value !== '01') return 'no_format'
  const last = fields.at(-1)
  if (last?.id !== CHECKSUM || !/^[0-9A-F]{4}$/.test(last.value)) return 'no_checksum'
  if (checksum(payload.slice(0, -4)) !== last.value) return 'wrong_checksum'
  if (!fields.some(({ id }) => Number(id) >= 2 && Number(id) <= 51)) return 'no_account'
  return findFieldValue(fields, NAME) ? undefined : 'no_name'
}

/** The additional data with our reference in it; undefined where what is there cannot be read. */
function withReference(fields: readonly EmvField[], reference: string): string | undefined {
  const known = readFields(findFieldValue(fields, ADDITIONAL) ?? '')
  if (!known.ok) return undefined
  const others = known.fields.filter(({ id }) => id !== REFERENCE_LABEL)
  return writeFields([...others, { id: REFERENCE_LABEL, value: reference }].sort((a, b) => Number(a.id) - Number(b.id)))
}

const writeFields = (fields: readonly EmvField[]): string =>
  fields.map(({ id, value }) => `${id}${String(value.length).padStart(2, '0')}${value}`).join('')
