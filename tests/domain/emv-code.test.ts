import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { paisa, toDecimalRupees } from '#domain/money.ts'
import {
  checksum,
  createDynamicCode,
  findFieldValue,
  parseEmvCode,
  readFields,
  readMerchantCode,
  readPayee,
} from '#domain/receipt/emv-code.ts'
import { anyText } from '../support/texts.ts'

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

/** A code whose checksum fits, so that the one thing that was changed is what is refused. */
const sealed = (code: string): string => `${code.slice(0, -4)}${checksum(code.slice(0, -4))}`
const verdict = (read: { ok: true } | { ok: false; problem: string }) => (read.ok ? 'fine' : read.problem)
const REFERENCE = 'BK-1796282100000-7K2M'

test('the checksum of the catalogue', () => {
  expect(checksum('123456789')).toBe('29B1')
  expect(checksum('')).toBe('FFFF')
})

test.each([
  ['NCHL’s static sample', NCHL],
  ['phannaly/emv-qr-code', CAMBODIAN],
  ['NepalPay, dynamic', NEPALPAY],
  ['NepalPay, static', STATIC],
  ['Fonepay, dynamic', FONEPAY],
])('%s is read, and its checksum reproduces', (_, code) => {
  expect(verdict(parseEmvCode(code))).toBe('fine')
  expect(checksum(code.slice(0, -4))).toBe(code.slice(-4))
})

test('fields and the parts of a template are read by value', () => {
  const read = parseEmvCode(NEPALPAY)
  if (!read.ok) throw new Error(read.problem)
  expect(read.fields.map(({ id }) => id)).toEqual(['00', '01', '29', '52', '53', '54', '58', '59', '60', '62', '63'])
  expect(findFieldValue(read.fields, '54')).toBe('1500.00')
  expect(readFields(findFieldValue(read.fields, '62') ?? '')).toEqual({
    ok: true,
    fields: [
      { id: '01', value: 'INV-8384-000123' },
      { id: '05', value: 'BK7Q2M9X' },
      { id: '08', value: 'Desk booking' },
    ],
  })
  expect(readPayee(STATIC)).toBe('TEST COWORKING')
  expect(readPayee('garbage')).toBe('')
})

describe('what is no code is refused with its reason', () => {
  test.each([
    ['not_ascii', STATIC.replace('TEST', 'चौता')],
    ['cut_off', STATIC.slice(0, -1)],
    ['cut_off', `${STATIC}00`],
    ['bad_length', STATIC.replace('5914', '59x4')],
    ['twice', sealed(STATIC.replace('5802NP', '5802NP5802NP'))],
    ['no_format', sealed(STATIC.replace('000201', '000202'))],
    ['no_format', ''],
    ['no_format', sealed(STATIC.slice(6))],
    ['no_checksum', STATIC.slice(0, -8)],
    ['no_checksum', STATIC.replace('9EA2', '9ea2')],
    ['wrong_checksum', STATIC.replace('9EA2', '9EA3')],
    // The plain line under NCHL's sample, which has lost its spaces, with the lengths put right.
    ['wrong_checksum', NCHL.replace('5917Evolve Pvt. Ltd. ', '5914EvolvePvt.Ltd.')],
    ['no_account', sealed(STATIC.replace('29260022NCHL00000000TESTSPACE1', ''))],
    ['no_name', sealed(STATIC.replace('5914TEST COWORKING', ''))],
  ])('%s', (problem, code) => {
    expect(verdict(parseEmvCode(code))).toBe(problem)
    expect(verdict(readMerchantCode(code))).toBe(problem)
    expect(() => createDynamicCode(code, { amount: paisa(100), reference: REFERENCE })).toThrow(/merchant's code/)
  })

  test.each([
    ['not_static', NEPALPAY],
    ['not_static', FONEPAY],
    ['not_npr', sealed(STATIC.replace('5303524', '5303840'))],
    ['not_nepal', sealed(STATIC.replace('5802NP', '5802KH'))],
    ['no_room', sealed(STATIC.replace('6304', `62990895${'x'.repeat(95)}6304`))],
    ['no_room', sealed(STATIC.replace('6304', '6204brok6304'))],
  ])('as the merchant’s own: %s', (problem, code) => {
    expect(verdict(parseEmvCode(code))).toBe('fine')
    expect(verdict(readMerchantCode(code))).toBe(problem)
  })
})

describe('a code for one payment', () => {
  test('is the merchant’s with the amount and the reference', () => {
    expect(createDynamicCode(STATIC, { amount: paisa(150_000), reference: 'BK7Q2M9X' })).toBe(
      sealed(
        '00020101021229260022NCHL00000000TESTSPACE152040000530352454071500.005802NP5914TEST COWORKING6009KATHMANDU62120508BK7Q2M9X6304____',
      ),
    )
  })

  test('keeps what the merchant’s bank put there, and adds no fee to the amount', () => {
    const code = createDynamicCode(NCHL, { amount: paisa(1_140_000), reference: REFERENCE })
    expect(code).toContain('540811400.005802NP')
    expect(code).not.toContain('56040.00')
    expect(code).toContain(
      `62990104${'1234'}0306Store10521${REFERENCE}0709Terminal10812Bill payment512300192503280000266732PBI6304`,
    )
  })

  test('is not made for nothing, nor with a reference that does not fit', () => {
    for (const amount of [0, -100])
      expect(() => createDynamicCode(STATIC, { amount: paisa(amount), reference: REFERENCE })).toThrow(RangeError)
    for (const reference of ['', 'x'.repeat(22), 'a b', 'चौतारी'])
      expect(() => createDynamicCode(STATIC, { amount: paisa(100), reference })).toThrow(RangeError)
  })

  const printable = (longest: number) => fc.stringMatching(new RegExp(`^[!-~]{1,${longest}}$`))

  test('reads back as it was made, whatever the merchant, the amount and the reference', () => {
    const merchant = fc
      .record({ account: printable(40), name: printable(25), city: printable(15) })
      .map(({ account, name, city }) => {
        const field = (id: string, value: string) => `${id}${String(value.length).padStart(2, '0')}${value}`
        const fields = `000201010211${field('29', field('00', account))}520400005303524${field('58', 'NP')}`
        return sealed(`${fields}${field('59', name)}${field('60', city)}6304____`)
      })
    fc.assert(
      fc.property(merchant, fc.integer({ min: 1, max: 999_999_999 }), printable(21), (payload, amount, reference) => {
        const code = createDynamicCode(payload, { amount: paisa(amount), reference })
        const [made, known] = [parseEmvCode(code), parseEmvCode(payload)]
        if (!made.ok || !known.ok) throw new Error('both can be read')
        expect(findFieldValue(made.fields, '01')).toBe('12')
        expect(findFieldValue(made.fields, '54')).toBe(toDecimalRupees(paisa(amount)))
        expect(findFieldValue(made.fields, '62')).toBe(`05${String(reference.length).padStart(2, '0')}${reference}`)
        for (const id of ['00', '29', '52', '53', '58', '59', '60'])
          expect(findFieldValue(made.fields, id)).toBe(findFieldValue(known.fields, id))
        expect(verdict(readMerchantCode(code))).toBe('not_static')
      }),
    )
  })

  test('one changed character is never taken for the same code', () => {
    const places = fc.record({ at: fc.nat(STATIC.length - 1), to: fc.stringMatching(/^[ -~]$/) })
    fc.assert(
      fc.property(places, ({ at, to }) => {
        fc.pre(STATIC[at] !== to)
        expect(parseEmvCode(STATIC.slice(0, at) + to + STATIC.slice(at + 1)).ok).toBe(false)
      }),
    )
  })

  test('no text at all makes the reader throw', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(parseEmvCode(text).ok).toBe(false)
      }),
    )
  })
})
