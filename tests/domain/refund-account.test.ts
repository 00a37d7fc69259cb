import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maskAccount, normaliseRefundAccount, refundAccountProblems } from '#domain/refund-account.ts'
import { assertProperty } from '../support/property.ts'

const bank = { bank: 'Nabil Bank', wallet: '', account: '0110017500123', name: 'Nisha Karki' }
const wallet = { ...bank, bank: '', wallet: 'eSewa', account: '+9779841234567' }

test.each([
  [{ ...bank, account: ' 0110-0175 00123 ' }, '0110017500123'],
  [{ ...bank, account: '०११००१७५००१२३' }, '0110017500123'],
  [{ ...bank, account: 'np12abc' }, 'NP12ABC'],
  [{ ...wallet, account: '984-1234567' }, '+9779841234567'],
  [{ ...wallet, account: 'nisha@hamroyatra.example' }, 'nisha@hamroyatra.example'],
])('normaliseRefundAccount of %j has the account %s', (typed, account) => {
  expect(normaliseRefundAccount(typed).account).toBe(account)
})

test('normaliseRefundAccount removes line breaks from every text', () => {
  expect(normaliseRefundAccount({ ...bank, bank: ' Nabil\nBank', name: 'Nisha\u2028 Karki ' })).toEqual(bank)
})

test('normaliseRefundAccount is idempotent', () => {
  const text = fc.string({ unit: fc.constantFrom(...'0123456789+- ab@.x४\n'), maxLength: 20 })
  assertProperty(fc.record({ bank: text, wallet: text, account: text, name: text }), (typed) => {
    const account = normaliseRefundAccount(typed)
    expect(normaliseRefundAccount(account)).toEqual(account)
  })
})

describe('refundAccountProblems', () => {
  test.each<[string, object, object]>([
    ['a bank account', bank, {}],
    ['a wallet with a phone number', wallet, {}],
    ['a wallet with an email address', { ...wallet, account: 'nisha@hamroyatra.example' }, {}],
    ['neither bank nor wallet', { ...bank, bank: '' }, { bank: 'missing' }],
    ['both', { ...wallet, bank: 'Nabil Bank' }, { wallet: 'bank_or_wallet' }],
    ['no account', { ...bank, account: '' }, { account: 'missing' }],
    ['no name', { ...bank, name: '' }, { name: 'missing' }],
    ['a bank account of four digits', { ...bank, account: '1234' }, { account: 'not_a_bank_account' }],
    ['a bank account of five digits', { ...bank, account: '12345' }, {}],
    ['a bank account of 34 characters', { ...bank, account: '1'.repeat(34) }, {}],
    ['a bank account of 35 characters', { ...bank, account: '1'.repeat(35) }, { account: 'not_a_bank_account' }],
    ['a bank account with other characters', { ...bank, account: '01100/17500' }, { account: 'not_a_bank_account' }],
    ['a wallet with a name', { ...wallet, account: 'Nisha' }, { account: 'not_a_wallet_id' }],
    ['a name of 120 characters', { ...bank, name: 'n'.repeat(120) }, {}],
    ['a name of 121 characters', { ...bank, name: 'n'.repeat(121) }, { name: 'text_too_long' }],
    ['a bank of 121 characters', { ...bank, bank: 'n'.repeat(121) }, { bank: 'text_too_long' }],
  ])('of %s', (_, account, problems) => {
    expect(refundAccountProblems({ ...bank, ...account })).toEqual(problems)
  })
})

describe('maskAccount', () => {
  test.each([
    ['0110017500123', '•••• 0123'],
    ['+9779841234567', '•••• 4567'],
    ['12345', '•••• 5'],
    ['123456', '•••• 56'],
  ])('of %s is %s', (account, masked) => expect(maskAccount(account)).toBe(masked))

  test('never shows more than a third, nor more than four characters', () => {
    assertProperty(fc.string({ minLength: 5, maxLength: 34 }), (account) => {
      const shown = maskAccount(account).slice('•••• '.length)
      expect(account.endsWith(shown)).toBe(true)
      expect(shown.length).toBeLessThanOrEqual(Math.min(4, account.length / 3))
    })
  })
})
