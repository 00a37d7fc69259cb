import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { $action, $status, openForm } from '#stores/admin/payments/edit.ts'
import { $queue, findNext, readQueue } from '#stores/admin/payments/queue.ts'
import {
  $view,
  canDecide,
  openPaymentsScreen,
  type PaymentsView,
  receiveBooking,
  showView,
  syncPaymentsWithUrl,
} from '#stores/admin/payments/screen.ts'
import { $selectedPayment, closePayment, openPayment } from '#stores/admin/payments/selected-payment.ts'
import type { StaffScreen } from '#stores/admin/screen.ts'
import { environment } from '#stores/environment.ts'
import { AdminShell } from '../AdminShell.tsx'
import { isShortcut } from '../is-shortcut.ts'
import { LoadError } from '../LoadError.tsx'
import { Skeleton } from '../Skeleton.tsx'
import type { ScreenProps } from '../screens.ts'
import { useStaffScreen } from '../useStaffScreen.ts'
import { AllPayments } from './AllPayments.tsx'
import { isSingleColumn } from './is-single-column.ts'
import { PaymentDetail } from './PaymentDetail.tsx'
import { ReviewQueue } from './ReviewQueue.tsx'
import './payments.css'

const SCREEN = { read: openPaymentsScreen, receiveBooking } satisfies StaffScreen

export default ({ brand, methods, locations }: ScreenProps) => (
  <AdminShell path="/admin/payments" brand={brand}>
    <Payments methods={methods} locations={locations} />
  </AdminShell>
)

/** What waits for a person, one after the other, and the list of all payments. */
function Payments({ methods, locations }: Pick<ScreenProps, 'methods' | 'locations'>) {
  useStaffScreen(SCREEN)
  const view = useStore($view, { ssr: 'initial' })
  const queue = useStore($queue, { ssr: 'initial' })
  const shown = useStore($selectedPayment, { ssr: 'initial' })
  const said = useStore($status, { ssr: 'initial' })
  useShortcuts()
  useEffect(() => environment().onAddressChange(syncPaymentsWithUrl), [])
  const first = queue.items?.find(({ done }) => !done)?.payment.paymentId
  useEffect(() => {
    if (view === 'waiting' && first && $selectedPayment.get().state === 'none' && !isSingleColumn())
      void openPayment(first)
  }, [view, first])

  return (
    <>
      <div className="admin-head-row">
        <h1 className="admin-title">Payments</h1>
        {canDecide() && <PaymentViewSwitch view={view} waiting={queue.counts?.all} />}
      </div>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {queue.failure && view === 'waiting' && <LoadError failure={queue.failure} onRetry={() => void readQueue()} />}
      {view === 'all' ? (
        <AllPayments methods={methods} locations={locations} />
      ) : queue.items ? (
        <div className="verify" data-open={shown.state !== 'none'}>
          <ReviewQueue queue={queue} shown={shown.state === 'none' ? undefined : shown.id} methods={methods} />
          {shown.state !== 'none' && <PaymentDetail methods={methods} close={closePayment} />}
        </div>
      ) : (
        !queue.failure && <Skeleton />
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
    <fieldset className="segment verify-views">
      <legend className="visually-hidden">What is listed</legend>
      {VIEW_LABELS.map(([id, label]) => (
        <label key={id}>
          <input type="radio" name="payments-view" checked={view === id} onChange={() => showView(id)} />
          {label}
          {id === 'waiting' && waiting !== undefined && waiting > 0 && (
            <span className="tag tag-hot num">{waiting}</span>
          )}
        </label>
      ))}
    </fieldset>
  )
}

/** Single letters; Escape closes a form whether they are on or off. */
function useShortcuts() {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, defaultPrevented } = event
      const current = $selectedPayment.get()
      if (current.state !== 'shown') return
      const { form, busy } = $action.get()
      if (key === 'Escape' && !defaultPrevented && form && !busy) return openForm(undefined)
      if (!isShortcut(event) || $view.get() !== 'waiting') return
      const act = document.querySelector<HTMLButtonElement>(`.verify [aria-keyshortcuts="${key.toLowerCase()}"]`)
      if (act) {
        event.preventDefault()
        act.click()
      }
      const step = key === 'j' || key === 'k' ? findNext(current.id, key === 'k') : undefined
      if (step) void openPayment(step)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
