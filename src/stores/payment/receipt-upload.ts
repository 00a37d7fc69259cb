import type { Failure } from '#contract/failure.ts'
import type { Paisa } from '#domain/money.ts'
import {
  canMoveQr,
  FILE_PROBLEMS,
  fileProblem,
  type QrState,
  RECEIPT_PROBLEMS,
  type ReceiptReading,
  SUCCESS_HANDOFF_MS,
} from '#domain/receipt.ts'
import { messageOf } from '../api.ts'
import { environment } from '../environment.ts'
import { $handle } from '../handle.ts'
import { ledger } from '../ledger/index.ts'
import { $booking } from './booking.ts'
import { lookAnew } from './looking.ts'
import { $screen, show } from './screen.ts'
import { $upload, type Upload } from './upload.ts'

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
  const { sent } = $upload.get()
  $upload.set({
    state: 'pending',
    ...(sent && { sent }),
    ...(problem ? { fileProblem: FILE_PROBLEMS[problem] } : { file }),
  })
}

export function removeFile(): void {
  const { state, sent } = $upload.get()
  if (state === 'pending') $upload.set({ state, ...(sent && { sent }) })
}

/** Try Again of spec §4: back to choosing. A picture that never arrived is still chosen. */
export function chooseAnew(): void {
  const { sent, file } = $upload.get()
  move('pending', sent ? { sent } : { ...(file && { file }) })
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
  const sent = { file, sent: bookingState === 'pending_verification' ? 'held' : 'late' } as const
  move('verifying', { ...sent, progress: 0 })
  const reading = await read(file, expected, (progress) => isMine() && $upload.set({ ...$upload.get(), progress }))
  if (!isMine()) return
  if (!reading) {
    move('failed', { ...sent, problem: { text: UNREADABLE, rules: [] } })
    return
  }
  const told = await ledger.tellReading(handle, expected.paymentId, { receiptId, reading })
  if (!isMine()) return
  const problems = told.ok ? told.value.problems : []
  if (problems.length > 0) {
    const rules = problems.map((problem) => RECEIPT_PROBLEMS[problem])
    move('failed', { ...sent, problem: { text: DETAILS_DIFFER, rules } })
    return
  }
  move('success', { ...sent, reading })
  environment().later(() => isMine() && leaveToStaff(expected), SUCCESS_HANDOFF_MS)
}

/** The receipt is with staff: the screen says how the booking stands. */
export function leaveToStaff({ paymentId, amount }: Expected): void {
  const screen = $screen.get()
  const { sent } = $upload.get()
  if (screen.state !== 'qr_payment' || screen.paymentId !== paymentId) return
  show({
    state: 'success',
    receipt: { standing: sent === 'late' ? 'late' : 'received', method: 'qr_payment', paymentId, amount },
  })
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
  // Decided or ended meanwhile, maybe in another tab.
  if (failure.code === 'not_payable' || failure.code === 'not_found') lookAnew()
  else move('failed', { file, problem: { text: messageOf(failure), rules: [] } })
}

function move(state: QrState, more: Omit<Upload, 'state'>): boolean {
  if (!canMoveQr($upload.get().state, state)) return false
  $upload.set({ state, ...more })
  return true
}
