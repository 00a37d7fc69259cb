import { type ComponentType, createElement } from 'react'
import type { BookingView } from '#contract/bookings.ts'
import { isOpenBooking } from '#domain/booking.ts'
import { isCustomerActionAllowed } from '#domain/customer-actions.ts'
import { lazyWithRetry } from '#islands/ui/lazy-with-retry.tsx'

interface Action {
  id: string
  isOffered: (booking: BookingView) => boolean
  Component: ComponentType<{ booking: BookingView }>
}

/** What the customer can do, in the order on the page. Each is loaded when it is first offered. */
const ACTIONS: readonly Action[] = [
  {
    id: 'pay',
    isOffered: ({ status, expiresAt, now, trial }) =>
      isOpenBooking(status) && (status !== 'held' || (expiresAt !== null && expiresAt > now)) && !trial,
    Component: lazyWithRetry(() => import('./Pay.tsx')),
  },
  {
    id: 'refund-account',
    isOffered: ({ history }) => history.some(({ kind, state }) => kind === 'refund' && state === 'due'),
    Component: lazyWithRetry(() => import('./RefundAccount.tsx')),
  },
  {
    id: 'move',
    isOffered: ({ status, trial }) => status === 'confirmed' && !trial,
    Component: lazyWithRetry(() => import('./Move.tsx')),
  },
  {
    id: 'other',
    isOffered: ({ status, actions, trial }) =>
      !trial && (isCustomerActionAllowed('calendar', status) || actions.changeDetails),
    Component: lazyWithRetry(() => import('./OtherActions.tsx')),
  },
  {
    id: 'cancel',
    isOffered: ({ actions }) => actions.cancel !== null,
    Component: lazyWithRetry(() => import('./Cancel.tsx')),
  },
  {
    id: 'book-again',
    isOffered: ({ status, trial }) => !isOpenBooking(status) && !trial,
    Component: lazyWithRetry(() => import('./BookAgain.tsx')),
  },
]

export function Actions({ booking }: { booking: BookingView }) {
  const offered = ACTIONS.filter(({ isOffered }) => isOffered(booking))
  if (offered.length === 0) return null
  return (
    <div className="no-print mt-6 flex flex-wrap items-start gap-3 max-sm:*:flex-auto">
      {offered.map(({ id, Component }) => createElement(Component, { key: id, booking }))}
    </div>
  )
}
