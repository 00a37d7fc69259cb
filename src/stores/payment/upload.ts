import { atom } from 'nanostores'
import type { QrState, ReceiptReading } from '#domain/receipt/receipt.ts'

/** The upload of a receipt for a QR payment or a transfer. */
export interface Upload {
  state: QrState
  file?: File
  /** The sentence beside the field: what is wrong with the file that was chosen. */
  fileProblem?: string
  /** With `failed`. A file that may be sent again is still chosen. */
  problem?: UploadProblem
  /** With `verifying`: how much has been read, from 0 to 1. */
  progress?: number
  reading?: ReceiptReading
}

export interface UploadProblem {
  /**
   * `unverified`: stored, but not read as the right payment. `rejected`: not an image that can be stored.
   * `not_sent`: stored or not, sending it again may work. `complete`: no more receipts are taken.
   */
  kind: 'unverified' | 'rejected' | 'not_sent' | 'complete'
  text: string
  /** The rules that the reading breaks. */
  rules: readonly string[]
}

export const $upload = atom<Upload>({ state: 'pending' })
