import { describe, expect, test } from 'vitest'
import { isSignedBy, REQUEST_FIELDS, sign, signedMessage } from '#server/payments/gateways/esewa-signature.ts'

const SECRET = '8gBm/:&EnhH.1/q'
const message = (total: string, uuid: string) =>
  signedMessage(REQUEST_FIELDS, { total_amount: total, transaction_uuid: uuid, product_code: 'EPAYTEST' })

describe('signature of a request: published vectors', () => {
  test('the official one', () => {
    expect(sign(message('110', '241028'), SECRET)).toBe('i94zsd3oXF6ZsSr/kGqT4sSzYQzjj1W/waxjWyRwaME=')
  })

  test('the official one that is wrong is not what we sign', () => {
    expect(sign(message('100', '11-201-13'), SECRET)).toBe('5DZywcrTKD0gia/rsSMcrRHmJl+4Tbol6S+lWgdJ94E=')
    expect(sign(message('100', '11-201-13'), SECRET)).not.toBe('4Ov7pCI1zIOdwtV2BRMUNjz1upIlT/COTxfLhWvVurE=')
  })

  test('the text of the amount matters', () => {
    expect(sign(message('110.00', '241028'), SECRET)).toBe('V6+IHlQi69e8F6uP8OH7dQmtXwIP+WhBuD0vL5kiEMA=')
  })

  test('the remark printed beside the key is not part of it', () => {
    expect(sign(message('110', '241028'), `${SECRET}(`)).not.toBe('i94zsd3oXF6ZsSr/kGqT4sSzYQzjj1W/waxjWyRwaME=')
  })
})

/** Message, signature, and whether they belong together; the key is the published one of the test environment. */
const VECTORS: [name: string, message: string, signature: string, right: boolean][] = [
  ['the official request', message('110', '241028'), 'i94zsd3oXF6ZsSr/kGqT4sSzYQzjj1W/waxjWyRwaME=', true],
  [
    'the official request that is printed wrong',
    message('100', '11-201-13'),
    '4Ov7pCI1zIOdwtV2BRMUNjz1upIlT/COTxfLhWvVurE=',
    false,
  ],
  ['the same request, signed right', message('100', '11-201-13'), '5DZywcrTKD0gia/rsSMcrRHmJl+4Tbol6S+lWgdJ94E=', true],
  ['two decimals', message('110.00', '241028'), 'V6+IHlQi69e8F6uP8OH7dQmtXwIP+WhBuD0vL5kiEMA=', true],
  [
    'two decimals under the signature of none',
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
    'the official return with its amount as a number prints it',
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

test('every published vector is judged as it must be', () => {
  for (const [name, signed, signature, right] of VECTORS)
    expect(isSignedBy(signed, signature, SECRET), name).toBe(right)
  const wrong = VECTORS.filter(([, , , right]) => !right).length
  console.log(`eSewa: ${VECTORS.length - wrong} published vectors pass, ${wrong} known-wrong ones are refused`)
})
