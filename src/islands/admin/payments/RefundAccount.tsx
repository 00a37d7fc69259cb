import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { formatInstant } from '#domain/calendar.ts'
import { QuietButton } from '#islands/ui/buttons.tsx'
import { Facts } from '#islands/ui/Facts.tsx'
import { $refundAccount, hideRefundAccount, showRefundAccount } from '#stores/admin/payments/refund-account.ts'
import { LoadError } from '../load-states.tsx'

/** Where the customer wants the refund, beside the name of the payer: both should be the same person. */
export function RefundAccount({ bookingId, payer }: { bookingId: string; payer: string }) {
  const selected = useStore($refundAccount)
  useEffect(() => hideRefundAccount, [])
  const show = () => showRefundAccount(bookingId)
  switch (selected.state) {
    case 'none':
    case 'loading':
      return (
        <QuietButton busy={selected.state === 'loading'} onClick={show}>
          Show the account for the refund
        </QuietButton>
      )
    case 'failed':
      return <LoadError failure={selected.failure} onRetry={show} />
    case 'open': {
      const { bank, wallet, account, name, changeableUntil } = selected.detail
      return (
        <>
          <Facts
            className="key-values wrap-anywhere w-full text-compact"
            facts={{ Bank: bank, Wallet: wallet, Account: account, 'Account holder': name, 'Booked by': payer }}
          />
          <p className="small soft">
            The customer entered this account and can change it until {formatInstant(Date.parse(changeableUntil))}. If
            the names differ, ask the customer before you send money.
          </p>
        </>
      )
    }
  }
}
