import { getLatestInstant } from './date.ts'
import { extractReceiptFacts } from './extraction.ts'
import type { ReceiptReading } from './receipt.ts'

export interface RecognisedText {
  text: string
  /** 0 to 1. */
  confidence: number
}

/** Advice for staff; it confirms nothing. */
export function readReceiptText({ text, confidence }: RecognisedText): ReceiptReading {
  const { amounts, moments, transactionIds, services, payee } = extractReceiptFacts(text)
  return {
    confidence,
    amount: amounts[0],
    transactedAt: moments[0] && getLatestInstant(moments[0]),
    transactionId: transactionIds[0],
    bankName: services[0],
    recipientName: payee,
  }
}
