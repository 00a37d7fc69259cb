import { type ComponentType, createElement } from 'react'
import type { BookingView } from '#contract/bookings.ts'
import { isOpenBooking } from '#domain/booking.ts'
import { isCustomerActionAllowed } from '#domain/customer-actions.ts'
import BookAgain, { ChooseAnotherDay } from './BookAgain.tsx'
import Cancel from './Cancel.tsx'
import Move from './Move.tsx'
import OtherActions from './OtherActions.tsx'
import Pay from './Pay.tsx'
import RefundAccount from './RefundAccount.tsx'

interface Action {
  id: string
  isOffered: (booking: BookingView) => boolean
  Component: ComponentType<{ booking: BookingView }>
}

/** What the customer can do, in the order on the page. */
const ACTIONS: readonly Action[] = [
  {
    id: 'pay',
    isOffered: ({ status, expiresAt, now, unpayable, trial }) =>
      isOpenBooking(status) &&
      (status !== 'held' || (expiresAt !== null && expiresAt > now)) &&
      unpayable === undefined &&
      !trial,
    Component: Pay,
  },
  {
    id: 'other-day',
    isOffered: ({ unpayable, placedByStaff }) => unpayable !== undefined && !placedByStaff,
    Component: ChooseAnotherDay,
  },
  {
    id: 'refund-account',
    isOffered: ({ actions }) => actions.refundAccount,
    Component: RefundAccount,
  },
  {
    id: 'move',
    isOffered: ({ status, trial }) => status === 'confirmed' && !trial,
    Component: Move,
  },
  {
    id: 'other',
    isOffered: ({ status, actions, trial }) =>
      !trial && (isCustomerActionAllowed('calendar', status) || actions.changeDetails),
    Component: OtherActions,
  },
  {
    id: 'cancel',
    isOffered: ({ actions }) => actions.cancel !== null,
    Component: Cancel,
  },
  {
    id: 'book-again',
    isOffered: ({ status, trial }) => !isOpenBooking(status) && !trial,
    Component: BookAgain,
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
