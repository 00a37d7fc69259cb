import { useStore } from '@nanostores/react'
import { getDraftName } from '#stores/admin/bookings/edit.ts'
import { $selectedBooking } from '#stores/admin/bookings/selected-booking.ts'
import { useFormDraft } from '../useFormDraft.ts'

/** As `useTyped`, about the booking that is open. */
export function useBookingFormDraft<Value>(what: string, empty: Value): ReturnType<typeof useFormDraft<Value>> {
  const opened = useStore($selectedBooking)
  return useFormDraft(getDraftName(opened.state === 'none' ? '' : opened.id, what), empty)
}
