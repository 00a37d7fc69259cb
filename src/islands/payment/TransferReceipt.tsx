import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { type Expected, openUpload } from '#stores/payment/receipt-upload.ts'
import { $upload } from '#stores/payment/upload.ts'
import { ReceiptUpload } from './ReceiptUpload.tsx'
import { RECEIPT_WORDS } from './receipt-words.ts'

const words = RECEIPT_WORDS.transfer

interface Props {
  expected: Expected
  /** One came before this page was opened. */
  sentBefore: boolean
}

/** With a receipt staff find a transfer sooner; without one it counts just as much. */
export default function TransferReceipt({ expected, sentBefore }: Props) {
  const sent = useStore($upload).sent !== undefined || sentBefore
  useEffect(openUpload, [expected.paymentId])
  return (
    <section className="transfer-receipt no-print" aria-label="Receipt of the transfer">
      <h2>{sent ? words.given : words.ask}</h2>
      <p className="soft">{sent ? words.after : words.why}</p>
      <ReceiptUpload expected={expected} />
    </section>
  )
}
