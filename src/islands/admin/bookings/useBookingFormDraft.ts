import { useStore } from '@nanostores/react'
import { getBookingDraftName } from '#stores/admin/bookings/edit.ts'
import { $selectedBooking } from '#stores/admin/bookings/selected-booking.ts'
import { useFormDraft } from '../useFormDraft.ts'

export function useBookingFormDraft<Value>(field: string, empty: Value): ReturnType<typeof useFormDraft<Value>> {
  const selected = useStore($selectedBooking)
  return useFormDraft(getBookingDraftName(selected.state === 'none' ? '' : selected.id, field), empty)
}
