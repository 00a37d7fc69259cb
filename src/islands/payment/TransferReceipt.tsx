import { useEffect } from 'react'
import { type Expected, openUpload } from '#stores/payment/receipt-upload.ts'
import { ReceiptUpload } from './ReceiptUpload.tsx'

/** With a receipt staff find a transfer sooner; without one it counts just as much. */
export default function TransferReceipt({ expected }: { expected: Expected }) {
  useEffect(openUpload, [expected.paymentId])
  return (
    <section className="transfer-receipt no-print" aria-label="Receipt of the transfer">
      <h2>Have you transferred?</h2>
      <p className="soft">Send us the receipt: it helps us find your money sooner.</p>
      <ReceiptUpload expected={expected} />
    </section>
  )
}
