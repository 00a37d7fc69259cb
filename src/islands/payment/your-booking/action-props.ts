import type { ReactNode } from 'react'
import type { BookingView } from '#contract/bookings.ts'

export interface ActionProps {
  booking: BookingView
  /** Shows what the action has done, or why it failed. */
  report: (text: ReactNode, isProblem?: boolean) => void
}
