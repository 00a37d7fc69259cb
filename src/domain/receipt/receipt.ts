import type { Paisa } from '../money.ts'
import { type AttemptState, isSettled, isStaffConfirmed, type RecordedMethod } from '../payment.ts'

/** Limits of QR receipts; docs/rules.md#receipts. */
export const MAX_RECEIPT_BYTES = 5 * 1_048_576
export const CONFIDENCE_THRESHOLD = 0.8
export const AMOUNT_TOLERANCE_BASIS_POINTS = 100
export const MAX_RECEIPT_AGE_MS = 30 * 60_000
export const VERIFICATION_TIMEOUT_MS = 300_000
export const SUCCESS_HANDOFF_MS = 1_000
/** A payer who sends a better picture may do so, for each booking this often; nobody fills the disk. */
export const MAX_RECEIPTS = 3

export const FILE_PROBLEMS = {
  too_large: 'File size must be less than 5MB',
  not_an_image: 'Please upload an image file',
} as const
export type FileProblem = keyof typeof FILE_PROBLEMS

export const RECEIPT_PROBLEMS = {
  low_confidence: 'Low confidence in OCR extraction',
  amount_missing: 'Amount not found in screenshot',
  amount_mismatch: 'Amount mismatch',
  too_old: 'Transaction too old',
} as const
export type ReceiptProblem = keyof typeof RECEIPT_PROBLEMS

export interface ReceiptReading {
  amount?: Paisa
  /** Instant of the transaction, milliseconds; absent when the receipt shows none. */
  transactedAt?: number
  transactionId?: string
  bankName?: string
  recipientName?: string
  /** 0 to 1. */
  confidence: number
}

/** What a gateway confirms needs no receipt, and what is decided takes none. */
export const acceptsReceipts = ({ method, state }: { method: RecordedMethod; state: AttemptState }): boolean =>
  isStaffConfirmed(method) && state === 'pending'

/** Staff have a receipt of the payment and have not decided yet: its payer must not be asked to pay again. */
export const isUnderReview = ({ state, receiptAt }: { state: AttemptState; receiptAt: string | null }): boolean =>
  receiptAt !== null && !isSettled(state)

/** The form in which transaction numbers are compared, however they were read or typed. */
export const normaliseTransactionId = (id: string): string => id.replace(/[\s-]/g, '').toUpperCase()

/** Whether what staff typed can be a transaction's number in an account. */
export const isTransactionId = (typed: string): boolean => normaliseTransactionId(typed).length >= 3

export function findFileProblem(file: { size: number; type: string }): FileProblem | undefined {
  if (file.size > MAX_RECEIPT_BYTES) return 'too_large'
  return file.type.startsWith('image/') ? undefined : 'not_an_image'
}

const FILE_SIGNATURES: readonly (readonly [format: ImageFormat, at: number, text: string])[] = [
  ['png', 0, '\x89PNG\r\n\x1a\n'],
  ['jpeg', 0, '\xff\xd8\xff'],
  ['webp', 8, 'WEBP'],
]
export type ImageFormat = 'png' | 'jpeg' | 'webp'

/** By the bytes that it begins with, twelve at least, whatever its name and type say. */
export function detectImageFormat(bytes: Uint8Array): ImageFormat | undefined {
  const begins = String.fromCharCode(...bytes.subarray(0, 12))
  const found = FILE_SIGNATURES.find(([, at, text]) => begins.startsWith(text, at))
  return found?.[0] === 'webp' && !begins.startsWith('RIFF') ? undefined : found?.[0]
}

/** Returns every broken rule, in display order. */
export function findReceiptProblems(reading: ReceiptReading, expected: Paisa, now: number): ReceiptProblem[] {
  const problems: ReceiptProblem[] = []
  // Written so that a reading without a number for its confidence fails too.
  if (!(reading.confidence > CONFIDENCE_THRESHOLD)) problems.push('low_confidence')
  if (reading.amount === undefined) problems.push('amount_missing')
  else if (Math.abs(reading.amount - expected) * 10_000 > expected * AMOUNT_TOLERANCE_BASIS_POINTS)
    problems.push('amount_mismatch')
  if (reading.transactedAt !== undefined && now - reading.transactedAt > MAX_RECEIPT_AGE_MS) problems.push('too_old')
  return problems
}

/** The rules for one way to pay: that a receipt must be fresh is a rule of the QR panel, transfers take days. */
export const findReceiptProblemsForMethod = (
  reading: ReceiptReading,
  { amount, method }: { amount: Paisa; method: RecordedMethod },
  at: number,
): ReceiptProblem[] =>
  findReceiptProblems(reading, amount, at).filter((problem) => problem !== 'too_old' || method === 'qr_payment')

export const QR_STATES = ['pending', 'uploading', 'verifying', 'success', 'failed'] as const
export type QrState = (typeof QR_STATES)[number]

const QR_TRANSITIONS: Readonly<Record<QrState, readonly QrState[]>> = {
  pending: ['uploading', 'failed'],
  uploading: ['verifying', 'failed'],
  verifying: ['success', 'failed'],
  failed: ['pending'],
  success: [],
}

export const canTransitionQr = (from: QrState, to: QrState): boolean => QR_TRANSITIONS[from].includes(to)
