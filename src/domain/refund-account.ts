import { isEmail, normalisePhone, toSingleLine } from './contact.ts'
import { toLatinDigits } from './number.ts'

/** Where a customer wants a refund that is not sent automatically. One of bank and wallet is empty text. */
export interface RefundAccount {
  bank: string
  /** Such as eSewa; its account is a phone number or an email address. */
  wallet: string
  account: string
  /** Of the account's holder. */
  name: string
}

/** How long the customer may change it. */
export const REFUND_ACCOUNT_CHANGE_MS = 24 * 3_600_000

const MAX_NAME_LENGTH = 120
const BANK_ACCOUNT = /^[\dA-Z]{5,34}$/

export function normaliseRefundAccount({ bank, wallet, account, name }: RefundAccount): RefundAccount {
  const typed = toLatinDigits(toSingleLine(account))
  return {
    bank: toSingleLine(bank),
    wallet: toSingleLine(wallet),
    account: wallet.trim() === '' ? typed.replace(/[\s-]/g, '').toUpperCase() : (normalisePhone(typed) ?? typed),
    name: toSingleLine(name),
  }
}

type RefundAccountProblem = 'missing' | 'bank_or_wallet' | 'text_too_long' | 'not_a_bank_account' | 'not_a_wallet_id'
export type RefundAccountProblems = Partial<Record<keyof RefundAccount, RefundAccountProblem>>

/** Returns the problems of a normalised account, by field. */
export function refundAccountProblems({ bank, wallet, account, name }: RefundAccount): RefundAccountProblems {
  const problems = {
    bank: bank === '' && wallet === '' ? 'missing' : textProblem(bank),
    wallet: bank !== '' && wallet !== '' ? 'bank_or_wallet' : textProblem(wallet),
    account: accountProblem(account, wallet !== ''),
    name: name === '' ? 'missing' : textProblem(name),
  } as const
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined))
}

const textProblem = (text: string) => (text.length > MAX_NAME_LENGTH ? 'text_too_long' : undefined)

function accountProblem(account: string, isWallet: boolean): RefundAccountProblem | undefined {
  if (account === '') return 'missing'
  if (!isWallet) return BANK_ACCOUNT.test(account) ? undefined : 'not_a_bank_account'
  return normalisePhone(account) !== undefined || isEmail(account) ? undefined : 'not_a_wallet_id'
}

/** Shows at most the last four characters and never more than a third: `•••• 3456`. */
export function maskAccount(account: string): string {
  const characters = [...account]
  return `•••• ${characters.slice(-Math.min(4, Math.floor(characters.length / 3))).join('')}`
}
