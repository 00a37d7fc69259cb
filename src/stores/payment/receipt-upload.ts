import { atom } from 'nanostores'
import type { Failure } from '#contract/failure.ts'
import type { Paisa } from '#domain/money.ts'
import {
  canMoveQr,
  FILE_PROBLEMS,
  fileProblem,
  type QrState,
  type ReceiptReading,
  SUCCESS_HANDOFF_MS,
} from '#domain/receipt.ts'
import { messageOf } from '../api.ts'
import { environment } from '../environment.ts'
import { $handle } from '../handle.ts'
import { ledger } from '../ledger/index.ts'
import { lookAnew } from './opening.ts'
import { $screen, show } from './screen.ts'

/** The receipt of a QR payment or a transfer on its way (spec §4 "QR panel states"). */
export interface Upload {
  state: QrState
  file?: File
  /** The sentence beside the field: what is wrong with the file that was chosen. */
  fileProblem?: string
  /** With `failed`: what is said, and the broken rules under it. */
  problem?: { text: string; rules: readonly string[] }
  /** The server has the receipt: from here on a person decides, whatever else happens. */
  sent?: boolean
  reading?: ReceiptReading
}

export const $upload = atom<Upload>({ state: 'pending' })

/** For another payment: nothing of an earlier one is left. */
export const openUpload = (): void => $upload.set({ state: 'pending' })

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

/** Try Again of spec §4: back to choosing a picture. */
export function chooseAnew(): void {
  const { sent } = $upload.get()
  move('pending', { ...(sent && { sent }) })
}

/** Sends the chosen file. What staff will look at is safe before anything is made of it here. */
export async function sendReceipt(paymentId: string, amount: Paisa): Promise<void> {
  const handle = $handle.get()
  const { file } = $upload.get()
  if (!handle || !file || !move('uploading', { file })) return
  const answer = await ledger.sendReceipt(handle, paymentId, file)
  if (!answer.ok) return refuse(answer.failure, file)
  const { bookingState } = answer.value
  move('verifying', { file, sent: true })
  move('success', { file, sent: true })
  environment().later(() => handOver(paymentId, amount, bookingState === 'pending_verification'), SUCCESS_HANDOFF_MS)
}

/** The receipt is with staff: the screen says how the booking stands. */
export function handOver(paymentId: string, amount: Paisa, held: boolean): void {
  const screen = $screen.get()
  if (screen.state !== 'qr_payment' || screen.paymentId !== paymentId) return
  show({
    state: 'success',
    receipt: { standing: held ? 'received' : 'late', method: 'qr_payment', paymentId, amount },
  })
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
