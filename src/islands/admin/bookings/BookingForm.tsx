import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { $bookingAction } from '#stores/admin/bookings/edit.ts'
import { Form } from '../form/Form.tsx'

export interface BookingFormProps {
  detail: BookingDetail
  done: () => void
}

interface Props {
  button: string
  /** Returns whether the action succeeded. */
  run: () => Promise<boolean>
  done: () => void
  /** Shown below the submit button. */
  footer?: ReactNode
  children: ReactNode
}

export function BookingForm({ run, done, ...props }: Props) {
  const { busy } = useStore($bookingAction)
  const send = async () => {
    if (await run()) done()
  }
  return <Form className="drawer-form" rowClass="drawer-actions" busy={busy} send={send} {...props} />
}
