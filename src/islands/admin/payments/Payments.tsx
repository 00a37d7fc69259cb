import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { $acting, $said, openForm } from '#stores/admin/payments/acting.ts'
import { $case, closeCase, openCase } from '#stores/admin/payments/case.ts'
import { $queue, nextAfter, readQueue } from '#stores/admin/payments/queue.ts'
import { $view, followAddress, hear, mayDecide, openScreen, show, type View } from '#stores/admin/payments/screen.ts'
import { environment } from '#stores/environment.ts'
import { Admin } from '../Admin.tsx'
import { Problem } from '../Problem.tsx'
import { Skeleton } from '../Skeleton.tsx'
import type { ScreenProps } from '../screens.ts'
import { isShortcut } from '../shortcut.ts'
import { useDesk } from '../useDesk.ts'
import { AllPayments } from './AllPayments.tsx'
import { Case } from './Case.tsx'
import { isOneAtATime } from './narrow.ts'
import { Queue } from './Queue.tsx'
import './payments.css'

const SCREEN = { read: openScreen, hear }

export default ({ brand, methods, locations }: ScreenProps) => (
  <Admin path="/admin/payments" brand={brand}>
    <Payments methods={methods} locations={locations} />
  </Admin>
)

/** What waits for a person, one after the other, and the list of all payments. */
function Payments({ methods, locations }: Pick<ScreenProps, 'methods' | 'locations'>) {
  useDesk(SCREEN)
  const view = useStore($view, { ssr: 'initial' })
  const queue = useStore($queue, { ssr: 'initial' })
  const shown = useStore($case, { ssr: 'initial' })
  const said = useStore($said, { ssr: 'initial' })
  useKeys()
  useEffect(() => environment().onAddressChange(followAddress), [])
  const first = queue.items?.find(({ done }) => !done)?.payment.paymentId
  useEffect(() => {
    if (view === 'waiting' && first && $case.get().state === 'none' && !isOneAtATime()) void openCase(first)
  }, [view, first])

  return (
    <>
      <div className="admin-head-row">
        <h1 className="admin-title">Payments</h1>
        {mayDecide() && <Views view={view} waiting={queue.counts?.all} />}
      </div>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {queue.failure && view === 'waiting' && <Problem failure={queue.failure} again={() => void readQueue()} />}
      {view === 'all' ? (
        <AllPayments methods={methods} locations={locations} />
      ) : queue.items ? (
        <div className="verify" data-open={shown.state !== 'none'}>
          <Queue queue={queue} shown={shown.state === 'none' ? undefined : shown.id} methods={methods} />
          {shown.state !== 'none' && <Case methods={methods} close={closeCase} />}
        </div>
      ) : (
        !queue.failure && <Skeleton />
      )}
    </>
  )
}

const VIEWS: readonly [View, string][] = [
  ['waiting', 'Waiting'],
  ['all', 'All payments'],
]

function Views({ view, waiting }: { view: View; waiting: number | undefined }) {
  return (
    <fieldset className="segment verify-views">
      <legend className="visually-hidden">What is listed</legend>
      {VIEWS.map(([id, label]) => (
        <label key={id}>
          <input type="radio" name="payments-view" checked={view === id} onChange={() => show(id)} />
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
function useKeys() {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, defaultPrevented } = event
      const current = $case.get()
      if (current.state !== 'shown') return
      const { form, busy } = $acting.get()
      if (key === 'Escape' && !defaultPrevented && form && !busy) return openForm(undefined)
      if (!isShortcut(event) || $view.get() !== 'waiting') return
      const act = document.querySelector<HTMLButtonElement>(`.verify [aria-keyshortcuts="${key.toLowerCase()}"]`)
      if (act) {
        event.preventDefault()
        act.click()
      }
      const step = key === 'j' || key === 'k' ? nextAfter(current.id, key === 'k') : undefined
      if (step) void openCase(step)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
