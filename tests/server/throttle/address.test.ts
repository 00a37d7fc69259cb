import { expect, test } from 'vitest'
import { getClientAddress, getNetwork } from '#server/throttle/address.ts'

const PEER = '203.0.113.9'
const from = (forwarded: string | undefined, proxies: number) =>
  getClientAddress(
    new Request('http://localhost/', forwarded === undefined ? {} : { headers: { 'x-forwarded-for': forwarded } }),
    PEER,
    proxies,
  )

test('getClientAddress returns the peer without a trusted proxy', () => {
  expect(from('198.51.100.1', 0)).toBe(PEER)
  expect(from(undefined, 0)).toBe(PEER)
})

test('getClientAddress returns the last entry behind one proxy', () => {
  expect(from('198.51.100.1', 1)).toBe('198.51.100.1')
  expect(from('10.0.0.1, 198.51.100.1', 1)).toBe('198.51.100.1')
  expect(from('10.0.0.1,,  2001:db8::7 ', 1)).toBe('2001:db8::7')
})

test('getClientAddress returns the entry of the outer one of two proxies', () => {
  expect(from('10.0.0.1, 198.51.100.1, 192.0.2.2', 2)).toBe('198.51.100.1')
})

test('getClientAddress returns the peer when the header has too few entries', () => {
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
])('getNetwork(%j) returns %s', (address, network) => {
  expect(getNetwork(address)).toBe(network)
})
