import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paisa, toDecimalRupees } from '#domain/money.ts'
import { checksum, createDynamicCode, readMerchantCode, readPayee } from '#domain/receipt/emv-code.ts'
import { assertProperty } from '../../support/property.ts'
import { anyText } from '../../support/texts.ts'

/** A sample code of NCHL (NepalPay). */
const NCHL =
  '00020101021129270023NCHL000025012501DBGLNQG52044511530352456040.005802NP5917Evolve Pvt. Ltd. 6009Kathmandu6274010412340306Store10709Terminal10812Bill payment512300192503280000266732PBI63048802'
const CAMBODIAN =
  '00020101021252044131153137210116372101160123456789ABCDE6010Phnom Penh5913Merchant Shop5802KH540510.005303840622501081234567802090124444446304A0BA'
const NEPALPAY =
  '00020101021229260022NCHL00000000TESTSPACE152040000530352454071500.005802NP5914TEST COWORKING6009KATHMANDU62470115INV-8384-0001230508BK7Q2M9X0812Desk booking6304CEBE'
const STATIC = '00020101021129260022NCHL00000000TESTSPACE15204000053035245802NP5914TEST COWORKING6009KATHMANDU63049EA2'
const FONEPAY =
  '00020101021226350011fonepay.com0716000000000000000052040000530352454071500.005802NP5914TEST COWORKING6009KATHMANDU62290115INV-8384-000123070600000063044795'

/** Adds a valid checksum, so that only the changed part can be rejected. */
const sealed = (code: string): string => `${code.slice(0, -4)}${checksum(code.slice(0, -4))}`
const verdict = (read: { ok: true } | { ok: false; problem: string }) => (read.ok ? 'fine' : read.problem)
/** The values of a static code's fields by id. */
function valuesOf(code: string): Record<string, string> {
  const read = readMerchantCode(code)
  if (!read.ok) throw new Error(read.problem)
  return Object.fromEntries(read.fields)
}
const REFERENCE = 'BK-1796282100000-7K2M'

test('checksum returns the published check values', () => {
  expect(checksum('123456789')).toBe('29B1')
  expect(checksum('')).toBe('FFFF')
})

test.each([
  ['NCHL’s static sample', NCHL, 'fine', 'Evolve Pvt. Ltd. '],
  [
    'phannaly/emv-qr-code',
    CAMBODIAN,
    'is a dynamic code: ask the bank for the static one, without an amount',
    'Merchant Shop',
  ],
  [
    'NepalPay, dynamic',
    NEPALPAY,
    'is a dynamic code: ask the bank for the static one, without an amount',
    'TEST COWORKING',
  ],
  ['NepalPay, static', STATIC, 'fine', 'TEST COWORKING'],
  [
    'Fonepay, dynamic',
    FONEPAY,
    'is a dynamic code: ask the bank for the static one, without an amount',
    'TEST COWORKING',
  ],
])('readMerchantCode and checksum read %s', (_, code, outcome, payee) => {
  expect([verdict(readMerchantCode(code)), readPayee(code)]).toEqual([outcome, payee])
  expect(checksum(code.slice(0, -4))).toBe(code.slice(-4))
})

test('readMerchantCode returns the fields by id', () => {
  expect(valuesOf(STATIC)).toEqual({
    '00': '01',
    '01': '11',
    29: '0022NCHL00000000TESTSPACE1',
    52: '0000',
    53: '524',
    58: 'NP',
    59: 'TEST COWORKING',
    60: 'KATHMANDU',
    63: '9EA2',
  })
  expect(readPayee('garbage')).toBe('')
})

test.each([
  ['contains characters that are not allowed in a QR code', STATIC.replace('TEST', 'चौता')],
  ['ends in the middle of a field', STATIC.slice(0, -1)],
  ['ends in the middle of a field', `${STATIC}00`],
  ['has a field whose length is not two digits', STATIC.replace('5914', '59x4')],
  ['has the same field twice', sealed(STATIC.replace('5802NP', '5802NP5802NP'))],
  ['does not start with 000201', sealed(STATIC.replace('000201', '000202'))],
  ['does not start with 000201', ''],
  ['does not start with 000201', sealed(STATIC.slice(6))],
  ['does not end with a checksum of four hexadecimal digits', STATIC.slice(0, -8)],
  ['does not end with a checksum of four hexadecimal digits', STATIC.replace('9EA2', '9ea2')],
  ['has a checksum that does not match', STATIC.replace('9EA2', '9EA3')],
  // NCHL's printed sample lost its spaces; the lengths are corrected.
  ['has a checksum that does not match', NCHL.replace('5917Evolve Pvt. Ltd. ', '5914EvolvePvt.Ltd.')],
  ['has no account to pay into', sealed(STATIC.replace('29260022NCHL00000000TESTSPACE1', ''))],
  ['has no payee', sealed(STATIC.replace('5914TEST COWORKING', ''))],
])('readMerchantCode rejects an invalid code that %s', (problem, code) => {
  expect([verdict(readMerchantCode(code)), readPayee(code)]).toEqual([problem, ''])
  expect(() => createDynamicCode(code, { amount: paisa(100), reference: REFERENCE })).toThrow(/merchant's code/)
})

test.each([
  ['is a dynamic code: ask the bank for the static one, without an amount', NEPALPAY],
  ['is a dynamic code: ask the bank for the static one, without an amount', FONEPAY],
  ['is not for Nepali rupees', sealed(STATIC.replace('5303524', '5303840'))],
  ['is not from Nepal', sealed(STATIC.replace('5802NP', '5802KH'))],
  ['has no room for a reference', sealed(STATIC.replace('6304', `62990895${'x'.repeat(95)}6304`))],
  ['has no room for a reference', sealed(STATIC.replace('6304', '6204brok6304'))],
])('readMerchantCode rejects an unsuitable code that %s', (problem, code) => {
  expect([verdict(readMerchantCode(code)), readPayee(code)]).toEqual([problem, 'TEST COWORKING'])
})

test('createDynamicCode adds amount and reference to the merchant’s code', () => {
  const made =
    '00020101021229260022NCHL00000000TESTSPACE152040000530352454071500.005802NP5914TEST COWORKING6009KATHMANDU62120508BK7Q2M9X6304____'
  expect(createDynamicCode(STATIC, { amount: paisa(150_000), reference: 'BK7Q2M9X' })).toBe(sealed(made))
})

test('createDynamicCode retains the bank’s data and removes the fee', () => {
  const code = createDynamicCode(NCHL, { amount: paisa(1_140_000), reference: REFERENCE })
  expect(code).toContain('540811400.005802NP')
  expect(code).not.toContain('56040.00')
  const additional = `6299010412340306Store10521${REFERENCE}0709Terminal10812Bill payment512300192503280000266732PBI`
  expect(code).toContain(`${additional}6304`)
})

test('createDynamicCode rejects an amount below one paisa and an invalid reference', () => {
  for (const amount of [0, -100])
    expect(() => createDynamicCode(STATIC, { amount: paisa(amount), reference: REFERENCE })).toThrow(RangeError)
  for (const reference of ['', 'x'.repeat(22), 'a b', 'चौतारी'])
    expect(() => createDynamicCode(STATIC, { amount: paisa(100), reference })).toThrow(RangeError)
})

const printable = (max: number) => fc.stringMatching(new RegExp(`^[!-~]{1,${max}}$`))

test('createDynamicCode creates a code that is read back for any merchant, amount and reference', () => {
  const merchant = fc
    .record({ account: printable(40), name: printable(25), city: printable(15) })
    .map(({ account, name, city }) => {
      const field = (id: string, value: string) => `${id}${String(value.length).padStart(2, '0')}${value}`
      const fields = `000201010211${field('29', field('00', account))}520400005303524${field('58', 'NP')}`
      return sealed(`${fields}${field('59', name)}${field('60', city)}6304____`)
    })
  assertProperty(merchant, fc.integer({ min: 1, max: 999_999_999 }), printable(21), (payload, amount, reference) => {
    const code = createDynamicCode(payload, { amount: paisa(amount), reference })
    expect(verdict(readMerchantCode(code))).toBe(
      'is a dynamic code: ask the bank for the static one, without an amount',
    )
    expect(valuesOf(sealed(code.replace('000201010212', '000201010211')))).toEqual({
      ...valuesOf(payload),
      54: toDecimalRupees(paisa(amount)),
      62: `05${String(reference.length).padStart(2, '0')}${reference}`,
      63: expect.any(String),
    })
  })
})

test('readPayee rejects a code with one changed character', () => {
  const changes = fc.record({ at: fc.nat(STATIC.length - 1), to: fc.stringMatching(/^[ -~]$/) })
  assertProperty(changes, ({ at, to }) => {
    fc.pre(STATIC[at] !== to)
    expect(readPayee(STATIC.slice(0, at) + to + STATIC.slice(at + 1))).toBe('')
  })
})

test('readMerchantCode rejects any text without throwing', () => {
  assertProperty(anyText, (text) => {
    expect(readMerchantCode(text).ok).toBe(false)
  })
})
