import { useStore } from '@nanostores/react'
import { getSandboxText } from '#islands/ui/SandboxNote.tsx'
import { $booking } from '#stores/payment/booking.ts'
import { $site } from '#stores/site.ts'
import { ReceiptFacts } from './ReceiptFacts.tsx'

export interface Seller {
  name: string
  email: string
  phone: string
}

/** Seller, buyer and payment state, shown on printed receipts only. */
export function PrintedReceiptDetails({ seller }: { seller: Seller }) {
  const booking = useStore($booking)
  const sandbox = getSandboxText(useStore($site))
  return (
    <div className="print-only">
      <ReceiptFacts
        facts={{
          Seller: [seller.name, seller.email, seller.phone].join(', '),
          Customer: booking && [booking.customerName, booking.contact.company].filter(Boolean).join(', '),
          'PAN of the customer': booking?.contact.pan,
        }}
      />
      {sandbox && <p className="mt-3">{sandbox}</p>}
    </div>
  )
}
