import type { Failure, FailureCode } from '#contract/failure.ts'
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
import { formatFailure } from '../api.ts'
import { $currentBooking } from '../current-booking.ts'
import { environment } from '../environment.ts'
import { ledger } from '../ledger/index.ts'
import { $booking, $underReview, getServerNow, readBooking, recordReceipt } from './booking.ts'
import { replaceScreen } from './poll-payment.ts'
import { reload } from './refresh.ts'
import { $screen, showScreen } from './screen.ts'
import { getScreenForBooking } from './screen-for-booking.ts'
import { $upload, type Upload, type UploadProblem } from './upload.ts'

const DETAILS_DIFFER = 'Payment verification failed - details do not match'
const UNREADABLE = 'Screenshot processing failed'

/** For another payment: nothing of an earlier one is left. */
export function openUpload(): void {
  startRequest()
  restartReading()
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

/** Try Again: back to choosing, with the time to pay from its start. A file that may be sent again is still chosen. */
export function rechooseFile(): void {
  const { file } = $upload.get()
  if (setUploadState('pending', file ? { file } : {}) && !$underReview.get()) restartCountdown()
}

/** What is paid for, and what its receipt should say. */
export interface ExpectedReceipt {
  paymentId: string
  amount: Paisa
  payee: string
}

/**
 * Sends the chosen file, then reads it here. What staff will look at is safe before anything is made of it, and what is
 * read is advice to them.
 */
export async function sendReceipt(expected: ExpectedReceipt): Promise<void> {
  const handle = $currentBooking.get()
  const { file } = $upload.get()
  if (!handle || !file || !setUploadState('uploading', { file })) return
  const isMine = startRequest()
  const answer = await ledger.sendReceipt(handle, expected.paymentId, file)
  if (!isMine()) return
  if (!answer.ok) return handleFailure(answer.failure, file)
  const { receiptId, bookingState } = answer.value
  recordReceipt(expected.paymentId, bookingState)
  void readBooking()
  setUploadState('verifying', { file, progress: 0 })
  const reading = await readReceiptFile(
    file,
    expected,
    (progress) => isMine() && $upload.set({ ...$upload.get(), progress }),
  )
  if (!isMine()) return
  if (!reading) {
    failUpload('unverified', UNREADABLE)
    return
  }
  const told = await ledger.reportReading(handle, expected.paymentId, { receiptId, reading })
  if (!isMine()) return
  const problems = told.ok ? told.value.problems : []
  if (problems.length > 0) {
    failUpload(
      'unverified',
      DETAILS_DIFFER,
      problems.map((problem) => RECEIPT_PROBLEMS[problem]),
    )
    return
  }
  setUploadState('success', { file, reading })
  environment().later(() => isMine() && closeUpload(expected), SUCCESS_HANDOFF_MS)
}

/** Leaves the panel once the receipt is with staff: the screen shows the booking's state. */
export function closeUpload({ paymentId }: ExpectedReceipt): void {
  const screen = $screen.get()
  const booking = $booking.get()
  if (booking && screen.state === 'qr_payment' && screen.paymentId === paymentId)
    replaceScreen(getScreenForBooking(booking, paymentId))
}

/** What the reader makes of it; it is loaded for the first receipt. Undefined where it cannot be read. */
async function readReceiptFile(
  file: File,
  { amount, payee }: ExpectedReceipt,
  onProgress: (share: number) => void,
): Promise<ReceiptReading | undefined> {
  const booking = $booking.get()
  const expected = {
    amount,
    payee,
    reference: booking?.bookingId ?? '',
    startedAt: booking ? Date.parse(booking.createdAt) : 0,
  }
  try {
    const { readReceipt } = await import('./receipt-reader.ts')
    const found = await readReceipt(file, expected, onProgress, restartReading())
    return found.read ? found.judgement.reading : undefined
  } catch {
    return undefined
  }
}

let readingAbort = new AbortController()
/** One receipt at a time: what is read for an earlier one is of no use any more. */
function restartReading(): AbortSignal {
  readingAbort.abort()
  readingAbort = new AbortController()
  return readingAbort.signal
}

let latestRequest = 0
function startRequest(): () => boolean {
  const mine = ++latestRequest
  return () => mine === latestRequest
}

function handleFailure(failure: Failure, file: File): void {
  const { code, retryAfter } = failure
  // Decided or ended meanwhile, maybe in another tab.
  if (code === 'not_payable' || code === 'not_found') {
    reload()
    return
  }
  if (REJECTION_CODES.includes(code)) failUpload('rejected', formatFailure(failure))
  else if (code === 'too_many' && retryAfter === undefined) failUpload('complete', formatFailure(failure))
  else failUpload('not_sent', formatFailure(failure), [], file)
  // A receipt whose response was lost, or one sent from another tab, may be with staff.
  void readBooking()
}

const REJECTION_CODES: readonly FailureCode[] = ['unreadable_picture', 'unsupported_type', 'too_large']

function failUpload(kind: UploadProblem['kind'], text: string, rules: readonly string[] = [], file?: File): void {
  setUploadState('failed', { ...(file && { file }), problem: { kind, text, rules } })
}

/** The payer has the full time again for another screenshot, as far as the seats are held. */
function restartCountdown(): void {
  const screen = $screen.get()
  if (screen.state !== 'qr_payment') return
  const { problem: _, details, ...rest } = screen
  const end = new Date(getServerNow() + VERIFICATION_TIMEOUT_MS).toISOString()
  const held = $booking.get()?.expiresAt ?? end
  showScreen({ ...rest, details: { ...details, expiresAt: held < end ? held : end } })
}

function setUploadState(state: QrState, more: Omit<Upload, 'state'>): boolean {
  if (!canTransitionQr($upload.get().state, state)) return false
  $upload.set({ state, ...more })
  return true
}
