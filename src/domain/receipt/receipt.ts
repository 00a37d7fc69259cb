import type { Paisa } from '../money.ts'
import { type AttemptState, isOpenAttempt, isStaffConfirmed, type RecordedMethod } from '../payment.ts'

/** Limits of QR receipts; docs/rules.md#receipts. */
export const MAX_RECEIPT_BYTES = 5 * 1_048_576
export const CONFIDENCE_THRESHOLD = 0.8
const AMOUNT_TOLERANCE_BASIS_POINTS = 100
export const MAX_RECEIPT_AGE_MS = 30 * 60_000
export const VERIFICATION_TIMEOUT_MS = 300_000
export const SUCCESS_HANDOFF_MS = 1_000
/** Receipts per booking, so that uploads cannot fill the disk. */
export const MAX_RECEIPTS = 3

export const FILE_PROBLEMS = {
  too_large: 'File size must be less than 5MB',
  not_an_image: 'Please upload an image file',
} as const
type FileProblem = keyof typeof FILE_PROBLEMS

export const RECEIPT_PROBLEMS = {
  low_confidence: 'Low confidence in OCR extraction',
  amount_missing: 'Amount not found in screenshot',
  amount_mismatch: 'Amount mismatch',
  too_old: 'Transaction too old',
} as const
export type ReceiptProblem = keyof typeof RECEIPT_PROBLEMS

export interface ReceiptReading {
  amount?: Paisa | undefined
  /** Instant of the transaction in milliseconds; absent if the receipt shows none. */
  transactedAt?: number | undefined
  transactionId?: string | undefined
  bankName?: string | undefined
  recipientName?: string | undefined
  /** 0 to 1. */
  confidence: number
}

export const acceptsReceipts = ({ method, state }: { method: RecordedMethod; state: AttemptState }): boolean =>
  isStaffConfirmed(method) && state === 'pending'

/** The payer must not be asked to pay again. */
export const isUnderReview = ({ state, receiptAt }: { state: AttemptState; receiptAt: string | null }): boolean =>
  receiptAt !== null && isOpenAttempt(state)

/** The form in which transaction numbers are compared. */
export const normaliseTransactionId = (id: string): string => id.replace(/[\s-]/g, '').toUpperCase()

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
type ImageFormat = 'png' | 'jpeg' | 'webp'

/** By the first twelve bytes, regardless of name and type. */
export function detectImageFormat(bytes: Uint8Array): ImageFormat | undefined {
  const header = String.fromCharCode(...bytes.subarray(0, 12))
  const found = FILE_SIGNATURES.find(([, at, text]) => header.startsWith(text, at))
  return found?.[0] === 'webp' && !header.startsWith('RIFF') ? undefined : found?.[0]
}

/** Returns every broken rule, in display order. The age rule applies to QR only, because transfers take days. */
export function findReceiptProblems(
  reading: ReceiptReading,
  { amount: expected, method }: { amount: Paisa; method: RecordedMethod },
  at: number,
): ReceiptProblem[] {
  const problems: ReceiptProblem[] = []
  // Written so that a `NaN` confidence also fails.
  if (!(reading.confidence > CONFIDENCE_THRESHOLD)) problems.push('low_confidence')
  if (reading.amount === undefined) problems.push('amount_missing')
  else if (Math.abs(reading.amount - expected) * 10_000 > expected * AMOUNT_TOLERANCE_BASIS_POINTS)
    problems.push('amount_mismatch')
  const isTooOld = reading.transactedAt !== undefined && at - reading.transactedAt > MAX_RECEIPT_AGE_MS
  if (isTooOld && method === 'qr_payment') problems.push('too_old')
  return problems
}

export type QrState = 'pending' | 'uploading' | 'verifying' | 'success' | 'failed'

const QR_TRANSITIONS: Readonly<Record<QrState, readonly QrState[]>> = {
  pending: ['uploading', 'failed'],
  uploading: ['verifying', 'failed'],
  verifying: ['success', 'failed'],
  failed: ['pending'],
  success: [],
}

export const canTransitionQr = (from: QrState, to: QrState): boolean => QR_TRANSITIONS[from].includes(to)
