import { atom } from 'nanostores'
import type { QrState, ReceiptReading } from '#domain/receipt.ts'

/** The receipt of a QR payment or a transfer on its way (spec §4 "QR panel states"). */
export interface Upload {
  state: QrState
  file?: File
  /** The sentence beside the field: what is wrong with the file that was chosen. */
  fileProblem?: string
  /** With `failed`: what is said, and the broken rules under it. */
  problem?: { text: string; rules: readonly string[] }
  /** The server has the receipt: from here on a person decides, whatever else happens. */
  sent?: 'held' | 'late'
  /** With `verifying`: how much has been read, from 0 to 1. */
  progress?: number
  reading?: ReceiptReading
}

export const $upload = atom<Upload>({ state: 'pending' })
