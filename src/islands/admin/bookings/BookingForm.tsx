import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { $bookingAction } from '#stores/admin/bookings/edit.ts'
import { Form } from '../form/Form.tsx'
import { COMPACT_FIELDS } from '../list/compact-fields.ts'

export interface BookingFormProps {
  detail: BookingDetail
  done: () => void
}

interface Props {
  button: string
  isDanger?: boolean | undefined
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
  return <Form className={`grid gap-3.5 ${COMPACT_FIELDS}`} busy={busy} send={send} {...props} />
}
