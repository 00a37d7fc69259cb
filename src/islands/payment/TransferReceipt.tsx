import { useEffect } from 'react'
import type { Paisa } from '#domain/money.ts'
import { openUpload } from '#stores/payment/receipt-upload.ts'
import { ReceiptUpload } from './ReceiptUpload.tsx'

/** With a receipt staff find a transfer sooner; without one it counts just as much. */
export default function TransferReceipt({ paymentId, amount }: { paymentId: string; amount: Paisa }) {
  useEffect(openUpload, [paymentId])
  return (
    <section className="transfer-receipt no-print" aria-label="Receipt of the transfer">
      <h2>Have you transferred?</h2>
      <p className="soft">Send us the receipt: it helps us find your money sooner.</p>
      <ReceiptUpload paymentId={paymentId} amount={amount} />
    </section>
  )
}
