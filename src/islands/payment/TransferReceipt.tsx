import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { $underReview } from '#stores/payment/booking.ts'
import { type ExpectedReceipt, openUpload } from '#stores/payment/receipt-upload.ts'
import { $upload } from '#stores/payment/upload.ts'
import { ReceiptUpload } from './ReceiptUpload.tsx'
import { getReceiptHeading, RECEIPT_COPY } from './receipt-copy.ts'

const copy = RECEIPT_COPY.transfer

/** With a receipt staff find a transfer sooner; without one it counts just as much. */
export default function TransferReceipt({ expected }: { expected: ExpectedReceipt }) {
  const { state } = useStore($upload)
  const sent = useStore($underReview) !== undefined
  useEffect(openUpload, [expected.paymentId])
  return (
    <section className="transfer-receipt no-print" aria-label="Receipt of the transfer">
      <h2>{sent ? getReceiptHeading(state) : copy.ask}</h2>
      {state !== 'success' && <p className="soft">{sent ? copy.after : copy.why}</p>}
      <ReceiptUpload expected={expected} />
    </section>
  )
}
