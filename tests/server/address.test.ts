import { expect, test } from 'vitest'
import { clientAddress } from '#server/http/address.ts'

const PEER = '203.0.113.9'
const from = (forwarded: string | undefined, proxies: number) =>
  clientAddress(
    new Request('http://localhost/', forwarded === undefined ? {} : { headers: { 'x-forwarded-for': forwarded } }),
    PEER,
    proxies,
  )

test('without a proxy of ours the address is the peer’s, whatever the caller says', () => {
  expect(from('198.51.100.1', 0)).toBe(PEER)
  expect(from(undefined, 0)).toBe(PEER)
})

test('one proxy names it last; what stands before is the caller’s own say', () => {
  expect(from('198.51.100.1', 1)).toBe('198.51.100.1')
  expect(from('10.0.0.1, 198.51.100.1', 1)).toBe('198.51.100.1')
  expect(from('10.0.0.1,,  2001:db8::7 ', 1)).toBe('2001:db8::7')
})

test('of two proxies the outer one names it', () => {
  expect(from('10.0.0.1, 198.51.100.1, 192.0.2.2', 2)).toBe('198.51.100.1')
})

test('where the proxies say less than they should, the peer it is', () => {
  expect(from(undefined, 1)).toBe(PEER)
  expect(from('', 1)).toBe(PEER)
  expect(from('198.51.100.1', 2)).toBe(PEER)
})
