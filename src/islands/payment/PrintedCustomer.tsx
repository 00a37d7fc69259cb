import { useStore } from '@nanostores/react'
import { $booking } from '#stores/payment/booking.ts'
import { ReceiptFacts } from './ReceiptFacts.tsx'

/** Shown on printed receipts only. */
export function PrintedCustomer() {
  const booking = useStore($booking)
  if (!booking) return null
  return (
    <div className="print-only">
      <ReceiptFacts
        facts={{
          Customer: [booking.customerName, booking.contact.company].filter(Boolean).join(', '),
          'PAN of the customer': booking.contact.pan,
        }}
      />
    </div>
  )
}
