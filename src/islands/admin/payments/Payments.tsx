import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { useDocumentEvent } from '#islands/ui/useDocumentEvent.ts'
import { staffLedger } from '#stores/admin/ledger.ts'
import { $paymentAction, $status, openPaymentForm } from '#stores/admin/payments/edit.ts'
import { payments } from '#stores/admin/payments/list.ts'
import { $queue, findNext, readQueue, receiveBooking } from '#stores/admin/payments/queue.ts'
import {
  $view,
  openPaymentsScreen,
  type PaymentsView,
  showView,
  syncPaymentsWithUrl,
} from '#stores/admin/payments/screen.ts'
import { $selectedPayment, closePayment, openPayment } from '#stores/admin/payments/selected-payment.ts'
import { getIdOf } from '#stores/admin/selected-record.ts'
import { isManagerOrAbove } from '#stores/admin/session/session.ts'
import { environment } from '#stores/environment.ts'
import { createStaffScreen } from '../create-staff-screen.tsx'
import { isShortcut } from '../is-shortcut.ts'
import { ExportLink } from '../list/ExportLink.tsx'
import { VIEW_SWITCH } from '../list/fields.tsx'
import { LoadState } from '../load-states.tsx'
import { ScreenHead } from '../ScreenHead.tsx'
import type { ScreenProps } from '../screens.ts'
import { AllPayments } from './AllPayments.tsx'
import { isSingleColumn } from './is-single-column.ts'
import { PaymentDetail } from './PaymentDetail.tsx'
import { ReviewQueue } from './ReviewQueue.tsx'

export default createStaffScreen('/admin/payments', { read: openPaymentsScreen, receiveBooking }, Payments)

function Payments({ methods, locations }: Pick<ScreenProps, 'methods' | 'locations'>) {
  const view = useStore($view, { ssr: 'initial' })
  const queue = useStore($queue, { ssr: 'initial' })
  const selected = useStore($selectedPayment, { ssr: 'initial' })
  const status = useStore($status, { ssr: 'initial' })
  useStore(payments.$filter, { ssr: 'initial' })
  useDocumentEvent('keydown', handleShortcut)
  useEffect(() => environment().onAddressChange(syncPaymentsWithUrl), [])
  const first = queue.items?.find(({ done }) => !done)?.payment.paymentId
  useEffect(() => {
    if (view === 'waiting' && first && $selectedPayment.get().state === 'none' && !isSingleColumn())
      void openPayment(first)
  }, [view, first])

  const isEmpty = queue.items?.length === 0 || (selected.state === 'failed' && selected.failure.code === 'not_found')

  return (
    <>
      <ScreenHead title="Payments">
        {view === 'all' && (
          <ExportLink
            className="button button-quiet button-small sm:ml-auto"
            href={staffLedger.paymentsExportUrl(payments.getQuery())}
          />
        )}
        {isManagerOrAbove() && <PaymentViewSwitch view={view} waiting={queue.counts?.all} />}
      </ScreenHead>
      <p className="visually-hidden" role="status">
        {status}
      </p>
      {view === 'waiting' && <LoadState data={queue.items} failure={queue.failure} retry={readQueue} />}
      {view === 'all' ? (
        <AllPayments methods={methods} locations={locations} />
      ) : (
        queue.items && (
          <div
            className={`verify mt-5 max-sm:-mx-4 ${isEmpty ? '' : 'grid grid-cols-queue border border-line-2 border-t-6 border-t-marigold bg-paper-raised max-sm:block max-sm:border-x-0 max-820:grid-cols-queue-narrow'}`}
          >
            <ReviewQueue queue={queue} selectedId={getIdOf(selected)} methods={methods} />
            {selected.state !== 'none' && <PaymentDetail methods={methods} close={closePayment} />}
          </div>
        )
      )}
    </>
  )
}

const VIEW_LABELS: readonly [PaymentsView, string][] = [
  ['waiting', 'Waiting'],
  ['all', 'All payments'],
]

function PaymentViewSwitch({ view, waiting }: { view: PaymentsView; waiting: number | undefined }) {
  return (
    <fieldset className={VIEW_SWITCH}>
      <legend className="visually-hidden">Shown payments</legend>
      {VIEW_LABELS.map(([id, label]) => (
        <label key={id}>
          <input type="radio" name="payments-view" checked={view === id} onChange={() => showView(id)} />
          {label}
          {id === 'waiting' && waiting !== undefined && waiting > 0 && (
            <span className="tag tag-hot num px-1.75 pt-1 pb-0.75">{waiting}</span>
          )}
        </label>
      ))}
    </fieldset>
  )
}

/** Escape closes a form even when the shortcuts are off. */
function handleShortcut(event: KeyboardEvent) {
  const { key, defaultPrevented } = event
  const current = $selectedPayment.get()
  if (current.state !== 'open') return
  const { form, busy } = $paymentAction.get()
  if (key === 'Escape' && !defaultPrevented && form && !busy) return openPaymentForm(undefined)
  if (!isShortcut(event) || $view.get() !== 'waiting') return
  const button = document.querySelector<HTMLButtonElement>(`.verify [aria-keyshortcuts="${key.toLowerCase()}"]`)
  if (button) {
    event.preventDefault()
    button.click()
  }
  const nextId = key === 'j' || key === 'k' ? findNext(current.id, key === 'k') : undefined
  if (nextId) void openPayment(nextId)
}
