import { useStore } from '@nanostores/react'
import { type ComponentProps, createContext, useContext } from 'react'
import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { $bookingAction } from '#stores/admin/bookings/edit.ts'
import { Form } from '../form/Form.tsx'
import { COMPACT_FIELDS } from '../list/compact-fields.ts'

export interface BookingFormProps {
  detail: BookingDetail
  done: () => void
}

interface Props extends Pick<ComponentProps<typeof Form>, 'button' | 'cancelLabel' | 'isDanger' | 'children'> {
  /** Returns whether the action succeeded. */
  run: () => Promise<boolean>
  done: () => void
}

/** Discards the open form. */
export const DiscardFormContext = createContext(() => {})

export function BookingForm({ run, done, ...props }: Props) {
  const { busy } = useStore($bookingAction)
  const cancel = useContext(DiscardFormContext)
  const send = async () => {
    if (await run()) done()
  }
  return <Form className={`grid gap-3.5 ${COMPACT_FIELDS}`} busy={busy} send={send} cancel={cancel} {...props} />
}
