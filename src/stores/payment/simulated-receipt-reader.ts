import { formatDate, kathmanduDate, kathmanduTime } from '#domain/calendar.ts'
import { npr, type Paisa } from '#domain/money.ts'
import { readReceiptText } from '#domain/receipt/reading.ts'
import type { ReceiptReading } from '#domain/receipt/receipt.ts'
import { now } from '../clock.ts'
import { environment } from '../environment.ts'

const CONFIDENCE = 0.95
const VERIFYING_MS = 2_000

/** Replaces the receipt reader in demos: returns the expected payment for any image, which the screen states. */
export async function readReceipt(
  _file: Blob,
  expected: { amount: Paisa; payee: string },
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<ReceiptReading | undefined> {
  onProgress(0.5)
  await new Promise<void>((resolve) => {
    const cancel = environment().later(resolve, VERIFYING_MS)
    signal.addEventListener('abort', () => {
      cancel()
      resolve()
    })
  })
  if (signal.aborted) return undefined
  onProgress(1)
  const readAt = now()
  const text = [
    `Amount ${npr(expected.amount)}`,
    `Date ${formatDate(kathmanduDate(readAt))} ${kathmanduTime(readAt)}`,
    `Transaction ID SIMULATED${environment().randomId().slice(0, 8).toUpperCase()}`,
    `Paid to ${expected.payee}`,
  ].join('\n')
  return readReceiptText({ text, confidence: CONFIDENCE })
}
