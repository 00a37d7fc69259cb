import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { $underReview } from '#stores/payment/booking.ts'
import { type Expected, openUpload } from '#stores/payment/receipt-upload.ts'
import { $upload } from '#stores/payment/upload.ts'
import { ReceiptUpload } from './ReceiptUpload.tsx'
import { RECEIPT_WORDS, receiptHeading } from './receipt-words.ts'

const words = RECEIPT_WORDS.transfer

/** With a receipt staff find a transfer sooner; without one it counts just as much. */
export default function TransferReceipt({ expected }: { expected: Expected }) {
  const { state } = useStore($upload)
  const sent = useStore($underReview) !== undefined
  useEffect(openUpload, [expected.paymentId])
  return (
    <section className="transfer-receipt no-print" aria-label="Receipt of the transfer">
      <h2>{sent ? receiptHeading(state) : words.ask}</h2>
      {state !== 'success' && <p className="soft">{sent ? words.after : words.why}</p>}
      <ReceiptUpload expected={expected} />
    </section>
  )
}
