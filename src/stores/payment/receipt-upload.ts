import { atom } from 'nanostores'
import { type Failure, type FailureCode, formatFailure } from '#contract/failure.ts'
import type { Paisa } from '#domain/money.ts'
import {
  canTransitionQr,
  FILE_PROBLEMS,
  findFileProblem,
  type QrState,
  RECEIPT_PROBLEMS,
  type ReceiptReading,
  SUCCESS_HANDOFF_MS,
  VERIFICATION_TIMEOUT_MS,
} from '#domain/receipt/receipt.ts'
import { $currentBooking } from '../current-booking.ts'
import { environment } from '../environment.ts'
import { ledger } from '../ledger/index.ts'
import { $booking, $underReview, getServerNow, readBooking, recordReceipt } from './booking.ts'
import { replaceScreen } from './poll-payment.ts'
import { reload } from './refresh.ts'
import { $screen, showScreen } from './screen.ts'
import { getScreenForBooking } from './screen-for-booking.ts'

/** The upload of a receipt for a QR payment or a transfer. */
export interface Upload {
  state: QrState
  file?: File
  /** What is wrong with the chosen file. */
  fileProblem?: string
  /** With `failed`. A file that can be sent again stays chosen. */
  problem?: UploadProblem
  /** With `verifying`: share read, from 0 to 1. */
  progress?: number
  reading?: ReceiptReading
}

export interface UploadProblem {
  kind: /** Stored, but not read as the expected payment. */
    | 'unverified'
    /** Not an image that can be stored. */
    | 'rejected'
    /** Possibly stored; sending it again may work. */
    | 'not_sent'
    /** The limit of receipts is reached. */
    | 'complete'
  text: string
  /** The rules that the reading breaks. */
  rules: readonly string[]
}

export const $upload = atom<Upload>({ state: 'pending' })

const DETAILS_DIFFER = 'Payment verification failed - details do not match'
const UNREADABLE = 'Screenshot processing failed'

/** Clears an earlier payment's upload. */
export function openUpload(): void {
  startUpload()
  $upload.set({ state: 'pending' })
}

export function chooseFile(file: File): void {
  if ($upload.get().state !== 'pending') return
  const problem = findFileProblem(file)
  $upload.set({ state: 'pending', ...(problem ? { fileProblem: FILE_PROBLEMS[problem] } : { file }) })
}

export function removeFile(): void {
  if ($upload.get().state === 'pending') $upload.set({ state: 'pending' })
}

/** Returns to choosing a file with the full time to pay; a file that can be sent again stays chosen. */
export function rechooseFile(): void {
  const { file } = $upload.get()
  if (setUploadState('pending', file ? { file } : {}) && !$underReview.get()) restartCountdown()
}

export interface ExpectedReceipt {
  paymentId: string
  amount: Paisa
  payee: string
}

/** Uploads the file first, then reads it here: the reading is only advice for staff. */
export async function sendReceipt(expected: ExpectedReceipt): Promise<void> {
  const credentials = $currentBooking.get()
  const { file } = $upload.get()
  if (!credentials || !file || !setUploadState('uploading', { file })) return
  const signal = startUpload()
  const response = await ledger.sendReceipt(credentials, expected.paymentId, file)
  if (signal.aborted) return
  if (!response.ok) return handleFailure(response.failure, file)
  const { receiptId, bookingState } = response.value
  recordReceipt(expected.paymentId, bookingState)
  void readBooking()
  setUploadState('verifying', { file, progress: 0 })
  const reading = await readReceiptFile(file, expected, signal)
  if (signal.aborted) return
  if (!reading) return failUpload('unverified', UNREADABLE)
  const reported = await ledger.reportReading(credentials, expected.paymentId, { receiptId, reading })
  if (signal.aborted) return
  const problems = reported.ok ? reported.value.problems : []
  const rules = problems.map((problem) => RECEIPT_PROBLEMS[problem])
  if (rules.length > 0) return failUpload('unverified', DETAILS_DIFFER, rules)
  setUploadState('success', { file, reading })
  environment().later(() => !signal.aborted && closeUpload(expected), SUCCESS_HANDOFF_MS)
}

export function closeUpload({ paymentId }: ExpectedReceipt): void {
  const screen = $screen.get()
  const booking = $booking.get()
  if (booking && screen.state === 'qr_payment' && screen.paymentId === paymentId)
    replaceScreen(getScreenForBooking(booking, paymentId))
}

/** Loads the reader with the first receipt. Undefined if the image cannot be read. */
async function readReceiptFile(
  file: File,
  expected: ExpectedReceipt,
  signal: AbortSignal,
): Promise<ReceiptReading | undefined> {
  const setProgress = (progress: number) => !signal.aborted && $upload.set({ ...$upload.get(), progress })
  try {
    const { readReceipt } = await import('./receipt-reader.ts')
    return await readReceipt(file, expected, setProgress, signal)
  } catch {
    return undefined
  }
}

let currentUpload = new AbortController()

/** Cancels the previous upload: its reading ends and its responses are ignored. */
function startUpload(): AbortSignal {
  currentUpload.abort()
  currentUpload = new AbortController()
  return currentUpload.signal
}

function handleFailure(failure: Failure, file: File): void {
  const { code, retryAfter } = failure
  // The payment ended, possibly in another tab.
  if (code === 'not_payable' || code === 'not_found') {
    reload()
    return
  }
  if (REJECTION_CODES.includes(code)) failUpload('rejected', formatFailure(failure))
  else if (code === 'too_many' && retryAfter === undefined) failUpload('complete', formatFailure(failure))
  else failUpload('not_sent', formatFailure(failure), [], file)
  // A receipt whose response was lost, or one sent from another tab, may be stored.
  void readBooking()
}

const REJECTION_CODES: readonly FailureCode[] = ['unreadable_picture', 'unsupported_type', 'too_large']

function failUpload(kind: UploadProblem['kind'], text: string, rules: readonly string[] = [], file?: File): void {
  setUploadState('failed', { ...(file && { file }), problem: { kind, text, rules } })
}

/** Restarts the countdown for another screenshot, within the hold. */
function restartCountdown(): void {
  const screen = $screen.get()
  if (screen.state !== 'qr_payment') return
  const { problem: _, details, ...rest } = screen
  const end = new Date(getServerNow() + VERIFICATION_TIMEOUT_MS).toISOString()
  const holdEnd = $booking.get()?.expiresAt ?? end
  showScreen({ ...rest, details: { ...details, expiresAt: holdEnd < end ? holdEnd : end } })
}

function setUploadState(state: QrState, details: Omit<Upload, 'state'>): boolean {
  if (!canTransitionQr($upload.get().state, state)) return false
  $upload.set({ state, ...details })
  return true
}
