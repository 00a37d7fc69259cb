import { type ComponentType, createElement } from 'react'
import type { BookingView } from '#contract/bookings.ts'
import { isOpenBooking } from '#domain/booking.ts'
import { isCustomerActionAllowed } from '#domain/customer-actions.ts'
import BookAgain, { ChooseAnotherDay } from './BookAgain.tsx'
import Cancel from './Cancel.tsx'
import { mustMovePass } from './closed-pass.ts'
import { Move, OpenPayment } from './Move.tsx'
import OtherActions from './OtherActions.tsx'
import Pay from './Pay.tsx'
import RefundAccount from './RefundAccount.tsx'
import { hasEnded } from './state-copy.ts'

interface Action {
  id: string
  isOffered: (booking: BookingView) => boolean
  Component: ComponentType<{ booking: BookingView }>
}

const isConfirmed = ({ status, trial }: BookingView): boolean => status === 'confirmed' && !trial

/** What the booking waits for, above its facts. */
const NEXT_STEPS: readonly Action[] = [
  {
    id: 'pay',
    isOffered: (booking) =>
      isOpenBooking(booking.status) && !hasEnded(booking) && booking.unpayable === undefined && !booking.trial,
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
    id: 'open-payment',
    isOffered: isConfirmed,
    Component: OpenPayment,
  },
  {
    id: 'move',
    isOffered: (booking) => isConfirmed(booking) && mustMovePass(booking),
    Component: Move,
  },
]

/** What the customer can do, in the order on the page. */
const ACTIONS: readonly Action[] = [
  {
    id: 'other',
    isOffered: ({ status, actions, trial }) =>
      !trial && (isCustomerActionAllowed('calendar', status) || actions.changeDetails),
    Component: OtherActions,
  },
  {
    id: 'move',
    isOffered: (booking) => isConfirmed(booking) && !mustMovePass(booking),
    Component: Move,
  },
  {
    id: 'cancel',
    isOffered: ({ actions }) => actions.cancel !== null,
    Component: Cancel,
  },
  {
    id: 'book-again',
    isOffered: (booking) =>
      (!isOpenBooking(booking.status) || hasEnded(booking)) && !booking.trial && !mustMovePass(booking),
    Component: BookAgain,
  },
]

interface GroupProps {
  booking: BookingView
  actions: readonly Action[]
  className: string
}

function ActionGroup({ booking, actions, className }: GroupProps) {
  const offered = actions.filter(({ isOffered }) => isOffered(booking))
  if (offered.length === 0) return null
  return (
    <div className={`no-print flex flex-wrap items-start ${className}`}>
      {offered.map(({ id, Component }) => createElement(Component, { key: id, booking }))}
    </div>
  )
}

export const NextSteps = ({ booking }: { booking: BookingView }) => (
  <ActionGroup booking={booking} actions={NEXT_STEPS} className="mt-5 gap-3 empty:hidden max-sm:*:flex-auto" />
)

/** A list of rows, replaced by the form that one of them opens. */
export const Actions = ({ booking }: { booking: BookingView }) => (
  <ActionGroup booking={booking} actions={ACTIONS} className="mt-6 beside-form:hidden" />
)
