import { expect, test } from 'vitest'
import { getClientAddress, getNetwork } from '#server/throttle/address.ts'

const PEER = '203.0.113.9'
const from = (forwarded: string | undefined, proxies: number) =>
  getClientAddress(
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

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '::ffff:203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['2001:db8::7', '2001:db8:0:0'],
  ['2001:db8:0:0:1::', '2001:db8:0:0'],
  ['2001:db8::1:2:3:4:5', '2001:db8:0:1'],
  ['::1', '0:0:0:0'],
  ['', ''],
])('for limits %s counts as %s', (address, network) => {
  expect(getNetwork(address)).toBe(network)
})
