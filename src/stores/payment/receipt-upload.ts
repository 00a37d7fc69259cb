import type { Failure, FailureCode } from '#contract/failure.ts'
import type { Paisa } from '#domain/money.ts'
import {
  canMoveQr,
  FILE_PROBLEMS,
  fileProblem,
  type QrState,
  RECEIPT_PROBLEMS,
  type ReceiptReading,
  SUCCESS_HANDOFF_MS,
  VERIFICATION_TIMEOUT_MS,
} from '#domain/receipt.ts'
import { messageOf } from '../api.ts'
import { environment } from '../environment.ts'
import { $handle } from '../handle.ts'
import { ledger } from '../ledger/index.ts'
import { $booking, $underReview, noteReceipt, readBooking, serverNow } from './booking.ts'
import { overtake } from './following.ts'
import { lookAnew } from './looking.ts'
import { $screen, show } from './screen.ts'
import { standingOf } from './standing.ts'
import { $upload, type Upload, type UploadProblem } from './upload.ts'

const DETAILS_DIFFER = 'Payment verification failed - details do not match'
const UNREADABLE = 'Screenshot processing failed'

/** For another payment: nothing of an earlier one is left. */
export function openUpload(): void {
  takeTurn()
  giveUpReading()
  $upload.set({ state: 'pending' })
}

export function chooseFile(file: File): void {
  if ($upload.get().state !== 'pending') return
  const problem = fileProblem(file)
  $upload.set({ state: 'pending', ...(problem ? { fileProblem: FILE_PROBLEMS[problem] } : { file }) })
}

export function removeFile(): void {
  if ($upload.get().state === 'pending') $upload.set({ state: 'pending' })
}

/** Try Again: back to choosing, with the time to pay from its start. A file that may be sent again is still chosen. */
export function chooseAnew(): void {
  const { file } = $upload.get()
  if (move('pending', file ? { file } : {}) && !$underReview.get()) restartCountdown()
}

/** What is paid for, and what its receipt should say. */
export interface Expected {
  paymentId: string
  amount: Paisa
  payee: string
}

/**
 * Sends the chosen file, then reads it here. What staff will look at is safe before anything is made of it, and what is
 * read is advice to them.
 */
export async function sendReceipt(expected: Expected): Promise<void> {
  const handle = $handle.get()
  const { file } = $upload.get()
  if (!handle || !file || !move('uploading', { file })) return
  const isMine = takeTurn()
  const answer = await ledger.sendReceipt(handle, expected.paymentId, file)
  if (!isMine()) return
  if (!answer.ok) return refuse(answer.failure, file)
  const { receiptId, bookingState } = answer.value
  noteReceipt(expected.paymentId, bookingState)
  void readBooking()
  move('verifying', { file, progress: 0 })
  const reading = await read(file, expected, (progress) => isMine() && $upload.set({ ...$upload.get(), progress }))
  if (!isMine()) return
  if (!reading) {
    fail('unverified', UNREADABLE)
    return
  }
  const told = await ledger.tellReading(handle, expected.paymentId, { receiptId, reading })
  if (!isMine()) return
  const problems = told.ok ? told.value.problems : []
  if (problems.length > 0) {
    fail(
      'unverified',
      DETAILS_DIFFER,
      problems.map((problem) => RECEIPT_PROBLEMS[problem]),
    )
    return
  }
  move('success', { file, reading })
  environment().later(() => isMine() && leaveToStaff(expected), SUCCESS_HANDOFF_MS)
}

/** Leaves the panel once the receipt is with staff: the screen shows the booking's state. */
export function leaveToStaff({ paymentId }: Expected): void {
  const screen = $screen.get()
  const booking = $booking.get()
  if (booking && screen.state === 'qr_payment' && screen.paymentId === paymentId)
    overtake(standingOf(booking, paymentId))
}

/** What the reader makes of it; it is loaded for the first receipt. Undefined where it cannot be read. */
async function read(
  file: File,
  { amount, payee }: Expected,
  onProgress: (share: number) => void,
): Promise<ReceiptReading | undefined> {
  const booking = $booking.get()
  const expected = {
    amount,
    payee,
    reference: booking?.bookingId ?? '',
    begunAt: booking ? Date.parse(booking.createdAt) : 0,
  }
  try {
    const { readReceipt } = await import('./reading.ts')
    const found = await readReceipt(file, expected, onProgress, giveUpReading())
    return found.read ? found.judgement.reading : undefined
  } catch {
    return undefined
  }
}

let reader = new AbortController()
/** One receipt at a time: what is read for an earlier one is of no use any more. */
function giveUpReading(): AbortSignal {
  reader.abort()
  reader = new AbortController()
  return reader.signal
}

let turn = 0
function takeTurn(): () => boolean {
  const mine = ++turn
  return () => mine === turn
}

function refuse(failure: Failure, file: File): void {
  const { code, retryAfter } = failure
  // Decided or ended meanwhile, maybe in another tab.
  if (code === 'not_payable' || code === 'not_found') {
    lookAnew()
    return
  }
  if (REJECTED.includes(code)) fail('rejected', messageOf(failure))
  else if (code === 'too_many' && retryAfter === undefined) fail('complete', messageOf(failure))
  else fail('not_sent', messageOf(failure), [], file)
  // A receipt whose response was lost, or one sent from another tab, may be with staff.
  void readBooking()
}

const REJECTED: readonly FailureCode[] = ['unreadable_picture', 'unsupported_type', 'too_large']

function fail(kind: UploadProblem['kind'], text: string, rules: readonly string[] = [], file?: File): void {
  move('failed', { ...(file && { file }), problem: { kind, text, rules } })
}

/** The payer has the full time again for another screenshot, as far as the seats are held. */
function restartCountdown(): void {
  const screen = $screen.get()
  if (screen.state !== 'qr_payment') return
  const { problem: _, details, ...rest } = screen
  const end = new Date(serverNow() + VERIFICATION_TIMEOUT_MS).toISOString()
  const held = $booking.get()?.expiresAt ?? end
  show({ ...rest, details: { ...details, expiresAt: held < end ? held : end } })
}

function move(state: QrState, more: Omit<Upload, 'state'>): boolean {
  if (!canMoveQr($upload.get().state, state)) return false
  $upload.set({ state, ...more })
  return true
}
