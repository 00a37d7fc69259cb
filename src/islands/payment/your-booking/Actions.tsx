import { type ComponentType, createElement, type ReactNode, useState } from 'react'
import type { BookingView } from '#contract/bookings.ts'
import { isOpenBooking } from '#domain/booking.ts'
import { isCustomerActionAllowed } from '#domain/customer-actions.ts'
import type { ActionProps } from './action-props.ts'
import { ChooseAnotherDay } from './BookAgain.tsx'
import CalendarButton from './CalendarButton.tsx'
import Cancel from './Cancel.tsx'
import { isPassOnClosedDay, mustMovePass } from './closed-pass.ts'
import Details from './Details.tsx'
import { Move, OpenPayment } from './Move.tsx'
import Pay from './Pay.tsx'
import RefundAccount from './RefundAccount.tsx'
import ResendButton from './ResendButton.tsx'
import { ShareButton } from './ShareButton.tsx'
import { hasEnded, isExpected } from './state-copy.ts'

interface Action<Props> {
  id: string
  isOffered: (booking: BookingView) => boolean
  Component: ComponentType<Props>
}

const isConfirmed = ({ status, trial }: BookingView): boolean => status === 'confirmed' && !trial

/** What the booking waits for, above its facts. */
const NEXT_STEPS: readonly Action<{ booking: BookingView }>[] = [
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

const isToCome = (booking: BookingView): boolean =>
  isCustomerActionAllowed('calendar', booking.status) &&
  isExpected(booking) &&
  !isPassOnClosedDay(booking) &&
  !booking.trial

/** What the customer can do, in the order on the page. */
const ACTIONS: readonly Action<ActionProps>[] = [
  { id: 'calendar', isOffered: isToCome, Component: CalendarButton },
  {
    id: 'move',
    isOffered: (booking) => isConfirmed(booking) && !mustMovePass(booking),
    Component: Move,
  },
  {
    id: 'details',
    isOffered: ({ actions, trial }) => actions.changeDetails && !trial,
    Component: Details,
  },
  {
    id: 'cancel',
    isOffered: ({ actions }) => actions.cancel !== null,
    Component: Cancel,
  },
  { id: 'share', isOffered: isToCome, Component: ShareButton },
  {
    id: 'resend',
    isOffered: ({ actions, trial }) => actions.resend && !trial,
    Component: ResendButton,
  },
]

const listOffered = <Props,>(booking: BookingView, actions: readonly Action<Props>[]): Action<Props>[] =>
  actions.filter(({ isOffered }) => isOffered(booking))

export function NextSteps({ booking }: { booking: BookingView }) {
  const offered = listOffered(booking, NEXT_STEPS)
  if (offered.length === 0) return null
  return (
    <div className="no-print mt-5 flex beside-form:hidden flex-wrap items-start gap-3 before-form:hidden empty:hidden has-form:mb-12 max-sm:*:flex-auto">
      {offered.map(({ id, Component }) => createElement(Component, { key: id, booking }))}
    </div>
  )
}

/** A list of rows, replaced by the form that one of them opens. */
export function Actions({ booking }: { booking: BookingView }) {
  const [status, setStatus] = useState<{ text: ReactNode; isProblem: boolean }>()
  const offered = listOffered(booking, ACTIONS)
  if (offered.length === 0) return null
  const report: ActionProps['report'] = (text, isProblem = false) => setStatus({ text, isProblem })
  return (
    <div className="no-print mt-5 grid beside-form:hidden gap-x-8 after-form:hidden has-form:mt-0 sm:grid-cols-2">
      {offered.map(({ id, Component }) => createElement(Component, { key: id, booking, report }))}
      <p
        className={`col-span-full not-empty:mt-3 max-w-measure text-pretty ${status?.isProblem ? 'error' : 'soft'}`}
        role="status"
      >
        {status?.text}
      </p>
    </div>
  )
}
