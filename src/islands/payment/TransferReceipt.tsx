import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { $underReview } from '#stores/payment/booking.ts'
import { $upload, type ExpectedReceipt, openUpload } from '#stores/payment/receipt-upload.ts'
import { ReceiptUpload } from './ReceiptUpload.tsx'
import { getReceiptHeading, RECEIPT_COPY } from './receipt-copy.ts'

const copy = RECEIPT_COPY.transfer

interface Props {
  expected: ExpectedReceipt
  processingTime: string
}

/** Optional: staff find the transfer sooner with a receipt. */
export default function TransferReceipt({ expected, processingTime }: Props) {
  const { state } = useStore($upload)
  const isUnderReview = useStore($underReview) !== undefined
  useEffect(openUpload, [expected.paymentId])
  return (
    <section className="no-print mt-7 mb-2 grid gap-3" aria-label="Receipt of the transfer">
      <h2 className="stretch-head font-display text-4 leading-110">
        {isUnderReview ? getReceiptHeading(state) : copy.heading}
      </h2>
      {state !== 'success' && <p className="soft">{isUnderReview ? copy.after : copy.hint}</p>}
      <ReceiptUpload expected={expected} processingTime={processingTime} need="helpful" />
    </section>
  )
}
