import { useStore } from '@nanostores/react'
import { KeyValueRow } from '#islands/ui/KeyValueRow.tsx'
import { sandboxText } from '#islands/ui/SandboxNote.tsx'
import { $booking } from '#stores/payment/booking.ts'
import { $site } from '#stores/site.ts'

export interface Seller {
  name: string
  email: string
  phone: string
}

/** What a receipt on paper needs besides the page: who sold, who bought, and whether money moved. */
export function PrintedParties({ seller }: { seller: Seller }) {
  const customer = useStore($booking)?.customerName
  const sandbox = sandboxText(useStore($site))
  return (
    <div className="print-only">
      <dl className="key-values">
        <KeyValueRow term="Seller">{[seller.name, seller.email, seller.phone].join(', ')}</KeyValueRow>
        {customer && <KeyValueRow term="Customer">{customer}</KeyValueRow>}
      </dl>
      {sandbox && <p>{sandbox}</p>}
    </div>
  )
}
