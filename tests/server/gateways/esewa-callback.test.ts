import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SIGNED_FIELDS } from '#contract/esewa.ts'
import { paisa } from '#domain/money.ts'
import { ESEWA_TEST_MERCHANT } from '#server/env.ts'
import { esewaGateway } from '#server/payments/gateways/esewa.ts'
import { isSignedBy, REQUEST_FIELDS, sign, signedMessage } from '#server/payments/gateways/esewa-signature.ts'
import { attempt, contextWith, decode, encode, noNetwork, returnData } from './doubles.ts'

const gateway = esewaGateway(contextWith(noNetwork))
const read = (data: string) => gateway.readReturn({ data })
const genuine = {
  kind: 'signed',
  attemptId: attempt.id,
  status: 'COMPLETE',
  amount: paisa(1_140_000),
  providerReference: '000AWEO',
}

/** The official response, its `data` repaired. */
const OFFICIAL =
  'eyJ0cmFuc2FjdGlvbl9jb2RlIjoiMDAwQVdFTyIsInN0YXR1cyI6IkNPTVBMRVRFIiwidG90YWxfYW1vdW50IjoiMTAwMC4wIiwidHJhbnNhY3Rpb25fdXVpZCI6IjI1MDYxMC0xNjI0MTMiLCJwcm9kdWN0X2NvZGUiOiJFUEFZVEVTVCIsInNpZ25lZF9maWVsZF9uYW1lcyI6InRyYW5zYWN0aW9uX2NvZGUsc3RhdHVzLHRvdGFsX2Ftb3VudCx0cmFuc2FjdGlvbl91dWlkLHByb2R1Y3RfY29kZSxzaWduZWRfZmllbGRfbmFtZXMiLCJzaWduYXR1cmUiOiI2MkdjZlpUbVZremh0VWVoK1FKMUFxaUpyam9XV0dvZjNVK2VUUFRaN2ZBPSJ9'

describe('esewaGateway.readReturn', () => {
  test('accepts the official response', () => {
    expect(read(OFFICIAL)).toEqual({
      kind: 'signed',
      attemptId: '250610-162413',
      status: 'COMPLETE',
      amount: paisa(100_000),
      providerReference: '000AWEO',
    })
  })

  test('accepts a captured response', () => {
    const captured = {
      transaction_code: '0006TY3',
      status: 'COMPLETE',
      total_amount: '133.0',
      transaction_uuid: '1234567890',
      product_code: 'EPAYTEST',
      signed_field_names: 'transaction_code,status,total_amount,transaction_uuid,product_code,signed_field_names',
      signature: 'MFEcMZ/30WVezanVZHH4H1nIV8pGwyzZxggtkye2VXw=',
    }
    expect(read(encode(captured))).toMatchObject({ kind: 'signed', amount: paisa(13_300) })
  })

  test('rejects the documented blob, which is one character short', () => {
    expect(read(OFFICIAL.slice(0, -1))).toMatchObject({ kind: 'rejected' })
  })

  test('accepts every alphabet and padding of base64', () => {
    // With this remark the base64 contains the two characters that differ between the alphabets.
    const data = encode({ ...decode(returnData()), remark: '~~~???>>>' })
    expect(data).toMatch(/\+.*\/|\/.*\+/)
    const forms = [
      data,
      data.replace(/=+$/, ''),
      data.replaceAll('+', ' '),
      data.replaceAll('+', '-').replaceAll('/', '_'),
      data.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
      ` ${data}\n`,
    ]
    for (const form of forms) expect(read(form)).toEqual(genuine)
  })

  test('accepts a number without changing its text', () => {
    const json = JSON.stringify(decode(returnData())).replace('"11400.0"', '11400.0')
    expect(json).toContain('"total_amount":11400.0,')
    expect(read(Buffer.from(json).toString('base64'))).toEqual(genuine)
  })

  test('accepts thousands separators, whether the signature covers them or not', () => {
    expect(read(returnData({ total_amount: '11,400.0' }))).toEqual(genuine)
    const without = decode(returnData())
    expect(read(encode({ ...without, total_amount: '11,400.0' }))).toEqual(genuine)
    expect(read(encode({ ...without, total_amount: '11400' }))).toMatchObject({ kind: 'rejected' })
  })

  test('returns nothing without data', () => {
    expect(gateway.readReturn({})).toEqual({ kind: 'none' })
    expect(gateway.readReturn({ payment: attempt.id })).toEqual({ kind: 'none' })
  })
})

describe('esewaGateway.readReturn of an invalid return', () => {
  test('rejects a shorter, longer or re-ordered list of signed fields', () => {
    const [code = '', status = '', ...others] = SIGNED_FIELDS
    const lists = [
      ['total_amount', 'transaction_uuid', 'product_code'],
      ['signed_field_names'],
      [status, code, ...others],
      [...SIGNED_FIELDS, code],
    ]
    for (const names of lists)
      expect(read(returnData({}, { names }))).toEqual({ kind: 'rejected', reason: 'the signature covers other fields' })
  })

  test('rejects another key, no signature and an empty one', () => {
    // The second is the key with the remark that is printed beside it.
    for (const secret of ['guess', `${ESEWA_TEST_MERCHANT.secret}(`])
      expect(read(returnData({}, { secret }))).toMatchObject({ kind: 'rejected', reason: 'the signature is not valid' })
    const fields = decode(returnData())
    for (const signature of ['', undefined, fields.signature?.replace(/=$/, '')])
      expect(read(encode({ ...fields, signature }))).toMatchObject({ kind: 'rejected' })
  })

  test("rejects another merchant's genuine payment", () => {
    expect(read(returnData({ product_code: 'NP-ES-OTHER' }))).toMatchObject({ reason: 'another merchant was paid' })
  })

  test('rejects values that would make the signed message ambiguous', () => {
    expect(read(returnData({ transaction_code: 'A,status=COMPLETE' }))).toMatchObject({ kind: 'rejected' })
    expect(read(returnData({ total_amount: '1e4' }))).toMatchObject({ kind: 'rejected' })
  })

  test('rejects every change of any field', () => {
    const fields = decode(returnData())
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(fields)), fc.string({ maxLength: 40 }), (name, value) => {
        fc.pre(value !== fields[name] && value.replaceAll(',', '') !== fields[name])
        expect(read(encode({ ...fields, [name]: value }))).toMatchObject({ kind: 'rejected' })
      }),
      { numRuns: 2_000 },
    )
  })

  test('rejects every change of the text, or reads the same payment', () => {
    const data = returnData()
    fc.assert(
      fc.property(fc.nat(data.length - 1), fc.constantFrom(...'ABCxyz019+/=-_ %'), (at, sign) => {
        const result = read(data.slice(0, at) + sign + data.slice(at + 1))
        if (result.kind !== 'rejected') expect(result).toEqual(genuine)
      }),
      { numRuns: 3_000 },
    )
  })

  test('rejects any text without an exception', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.jsonValue().map(encode)), (data) => {
        expect(['none', 'rejected']).toContain(read(data).kind)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('the signature of eSewa', () => {
  const { secret: SECRET } = ESEWA_TEST_MERCHANT
  const message = (total: string, uuid: string) =>
    signedMessage(REQUEST_FIELDS, { total_amount: total, transaction_uuid: uuid, product_code: 'EPAYTEST' })

  /** Message, signature, and whether they belong together; the key is the published one of the test environment. */
  const VECTORS: [name: string, message: string, signature: string, isValid: boolean][] = [
    ['the official request', message('110', '241028'), 'i94zsd3oXF6ZsSr/kGqT4sSzYQzjj1W/waxjWyRwaME=', true],
    [
      'the official request with its misprinted signature',
      message('100', '11-201-13'),
      '4Ov7pCI1zIOdwtV2BRMUNjz1upIlT/COTxfLhWvVurE=',
      false,
    ],
    [
      'the same request with its correct signature',
      message('100', '11-201-13'),
      '5DZywcrTKD0gia/rsSMcrRHmJl+4Tbol6S+lWgdJ94E=',
      true,
    ],
    ['two decimals', message('110.00', '241028'), 'V6+IHlQi69e8F6uP8OH7dQmtXwIP+WhBuD0vL5kiEMA=', true],
    [
      'two decimals with the signature of none',
      message('110.00', '241028'),
      'i94zsd3oXF6ZsSr/kGqT4sSzYQzjj1W/waxjWyRwaME=',
      false,
    ],
    [
      'the official return',
      'transaction_code=000AWEO,status=COMPLETE,total_amount=1000.0,transaction_uuid=250610-162413,product_code=EPAYTEST,signed_field_names=transaction_code,status,total_amount,transaction_uuid,product_code,signed_field_names',
      '62GcfZTmVkzhtUeh+QJ1AqiJrjoWWGof3U+eTPTZ7fA=',
      true,
    ],
    [
      'the official return with its amount as JavaScript prints it',
      'transaction_code=000AWEO,status=COMPLETE,total_amount=1000,transaction_uuid=250610-162413,product_code=EPAYTEST,signed_field_names=transaction_code,status,total_amount,transaction_uuid,product_code,signed_field_names',
      '62GcfZTmVkzhtUeh+QJ1AqiJrjoWWGof3U+eTPTZ7fA=',
      false,
    ],
    [
      'a captured return',
      'transaction_code=0006TY3,status=COMPLETE,total_amount=133.0,transaction_uuid=1234567890,product_code=EPAYTEST,signed_field_names=transaction_code,status,total_amount,transaction_uuid,product_code,signed_field_names',
      'MFEcMZ/30WVezanVZHH4H1nIV8pGwyzZxggtkye2VXw=',
      true,
    ],
  ]

  test.each(VECTORS)('judges a published vector: %s', (_, signed, signature, right) => {
    expect(isSignedBy(signed, signature, SECRET)).toBe(right)
    expect(sign(signed, SECRET) === signature).toBe(right)
  })

  test('excludes the remark that is printed beside the key', () => {
    expect(sign(message('110', '241028'), `${SECRET}(`)).not.toBe(sign(message('110', '241028'), SECRET))
  })
})
