import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import { ESEWA_TEST_MERCHANT, esewaGateway } from '#server/payments/gateways/esewa.ts'
import { attempt, contextWith, decode, encode, refuseAll, returnData } from './doubles.ts'

const gateway = esewaGateway(contextWith(refuseAll))
const read = (data: string) => gateway.readCallback({ data })
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

describe('the signed return', () => {
  test('the official response', () => {
    expect(read(OFFICIAL)).toEqual({
      kind: 'signed',
      attemptId: '250610-162413',
      status: 'COMPLETE',
      amount: paisa(100_000),
      providerReference: '000AWEO',
    })
  })

  test('a captured response', () => {
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

  test('the blob as it was printed, one character short, does not decode and is refused', () => {
    expect(read(OFFICIAL.slice(0, -1))).toMatchObject({ kind: 'refused' })
  })

  test('alphabets and padding as they happen on the way', () => {
    // A remark beside the fields, so that the base64 has the two signs that differ between the alphabets.
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

  test('a number keeps the text it was written with', () => {
    const json = JSON.stringify(decode(returnData())).replace('"11400.0"', '11400.0')
    expect(json).toContain('"total_amount":11400.0,')
    expect(read(Buffer.from(json).toString('base64'))).toEqual(genuine)
  })

  test('thousands separators, whether the signature covers them or not', () => {
    expect(read(returnData({ total_amount: '11,400.0' }))).toEqual(genuine)
    const without = decode(returnData())
    expect(read(encode({ ...without, total_amount: '11,400.0' }))).toEqual(genuine)
    expect(read(encode({ ...without, total_amount: '11400' }))).toMatchObject({ kind: 'refused' })
  })

  test('no data at all is no callback', () => {
    expect(gateway.readCallback({})).toEqual({ kind: 'none' })
    expect(gateway.readCallback({ payment: attempt.id })).toEqual({ kind: 'none' })
  })
})

describe('forged returns are refused', () => {
  test('a shorter, longer or re-ordered list of signed fields', () => {
    const lists = [
      ['total_amount', 'transaction_uuid', 'product_code'],
      ['signed_field_names'],
      ['status', 'transaction_code', 'total_amount', 'transaction_uuid', 'product_code', 'signed_field_names'],
      [
        'transaction_code',
        'status',
        'total_amount',
        'transaction_uuid',
        'product_code',
        'signed_field_names',
        'transaction_code',
      ],
    ]
    for (const names of lists)
      expect(read(returnData({}, { names }))).toEqual({ kind: 'refused', reason: 'other fields are signed' })
  })

  test('another key, no signature, an empty one', () => {
    expect(read(returnData({}, { secret: 'guess' }))).toMatchObject({ reason: 'the signature is wrong' })
    const fields = decode(returnData())
    expect(read(encode({ ...fields, signature: '' }))).toMatchObject({ kind: 'refused' })
    expect(read(encode({ ...fields, signature: undefined }))).toMatchObject({ kind: 'refused' })
    expect(read(encode({ ...fields, signature: fields.signature?.replace(/=$/, '') }))).toMatchObject({
      kind: 'refused',
    })
  })

  test("another merchant's genuine payment", () => {
    expect(read(returnData({ product_code: 'NP-ES-OTHER' }))).toMatchObject({ reason: 'another merchant was paid' })
  })

  test('values that would make the signed message ambiguous', () => {
    expect(read(returnData({ transaction_code: 'A,status=COMPLETE' }))).toMatchObject({ kind: 'refused' })
    expect(read(returnData({ total_amount: '1e4' }))).toMatchObject({ kind: 'refused' })
  })

  test('every change of any field', () => {
    const fields = decode(returnData())
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(fields)), fc.string({ maxLength: 40 }), (name, value) => {
        fc.pre(value !== fields[name] && value.replaceAll(',', '') !== fields[name])
        expect(read(encode({ ...fields, [name]: value }))).toMatchObject({ kind: 'refused' })
      }),
      { numRuns: 2_000 },
    )
  })

  test('every change of the text itself: refused, or still the same payment', () => {
    const data = returnData()
    fc.assert(
      fc.property(fc.nat(data.length - 1), fc.constantFrom(...'ABCxyz019+/=-_ %'), (at, sign) => {
        const result = read(data.slice(0, at) + sign + data.slice(at + 1))
        if (result.kind !== 'refused') expect(result).toEqual(genuine)
      }),
      { numRuns: 3_000 },
    )
  })

  test('anything at all is read without an exception', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.jsonValue().map(encode)), (data) => {
        expect(['none', 'refused']).toContain(read(data).kind)
      }),
      { numRuns: 2_000 },
    )
  })

  test('a signature over the message with a remark after the key', () => {
    expect(read(returnData({}, { secret: `${ESEWA_TEST_MERCHANT.secret}(` }))).toMatchObject({ kind: 'refused' })
  })
})
