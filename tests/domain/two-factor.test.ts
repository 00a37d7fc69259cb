import { expect, test } from 'vitest'
import {
  BACKUP_CODE_ALPHABET,
  BACKUP_CODE_LENGTH,
  groupBackupCode,
  groupSetupKey,
  listValidSteps,
  readTwoFactorCode,
} from '#domain/two-factor.ts'

test('listValidSteps returns the unused steps within one of now', () => {
  const now = 1_000_000 * 30_000 + 12_345
  expect(listValidSteps(now, 0)).toEqual([999_999, 1_000_000, 1_000_001])
  expect(listValidSteps(now, 999_999)).toEqual([1_000_000, 1_000_001])
  expect(listValidSteps(now, 1_000_001)).toEqual([])
  expect(listValidSteps(1_000_000 * 30_000 - 1, 0)).toEqual([999_998, 999_999, 1_000_000])
})

test.each([
  ['123456', { kind: 'app', code: '123456' }],
  [' 123 456 ', { kind: 'app', code: '123456' }],
  ['abcd-efgh-jkmn', { kind: 'backup', code: 'abcdefghjkmn' }],
  ['ABCD EFGH JKMN', { kind: 'backup', code: 'abcdefghjkmn' }],
  ['234567892345', { kind: 'backup', code: '234567892345' }],
  ['12345', undefined],
  ['1234567', undefined],
  ['abcd-efgh-jkm', undefined],
  // Look-alike characters are not part of the alphabet.
  ['abcd-efgh-jkml', undefined],
  ['abcd-efgh-jkm0', undefined],
  ['', undefined],
  ['１２３４５６', undefined],
])('readTwoFactorCode("%s") returns %o', (typed, code) => expect(readTwoFactorCode(typed)).toEqual(code))

test('readTwoFactorCode reads a grouped backup code', () => {
  const code = BACKUP_CODE_ALPHABET.slice(0, BACKUP_CODE_LENGTH)
  expect(groupBackupCode(code)).toBe('abcd-efgh-jkmn')
  expect(readTwoFactorCode(groupBackupCode(code))).toEqual({ kind: 'backup', code })
  expect(groupSetupKey('ABCDEFGHIJ')).toBe('ABCD EFGH IJ')
})
