import { formatDate, kathmanduDate, kathmanduTime } from '#domain/calendar.ts'
import { npr } from '#domain/money.ts'
import { assessReceipt, type ExpectedPayment } from '#domain/receipt/assessment.ts'
import { now } from '../clock.ts'
import { environment } from '../environment.ts'
import type { ReceiptReadResult } from './receipt-reader.ts'

/** Confidence and duration of a simulated reading. */
const CONFIDENCE = 0.95
const VERIFYING_MS = 2_000

/**
 * Replaces the receipt reader if the demo setting asks for it: whatever the image shows, the right payment is read. The
 * screen says so, and the same rules apply.
 */
export async function readReceipt(
  _file: Blob,
  expected: ExpectedPayment,
  onProgress: (share: number) => void,
  givenUp: AbortSignal,
): Promise<ReceiptReadResult> {
  onProgress(0.5)
  await new Promise<void>((resolve) => {
    const callOff = environment().later(resolve, VERIFYING_MS)
    givenUp.addEventListener('abort', () => {
      callOff()
      resolve()
    })
  })
  if (givenUp.aborted) return { read: false }
  onProgress(1)
  const at = now()
  const text = [
    `Amount ${npr(expected.amount)}`,
    `Date ${formatDate(kathmanduDate(at))} ${kathmanduTime(at)}`,
    `Transaction ID SIMULATED${environment().randomId().slice(0, 8).toUpperCase()}`,
    `Paid to ${expected.payee}`,
    `Remarks ${expected.reference}`,
  ].join('\n')
  const recognised = { text, confidence: CONFIDENCE }
  return { read: true, recognised, judgement: assessReceipt(recognised, expected, at) }
}
