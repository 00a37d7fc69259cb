import { describe, expect, test } from 'vitest'
import { REQUEST_FIELDS, sign, signedMessage } from '#server/gateways/esewa-signature.ts'

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
