import { useStore } from '@nanostores/react'
import { typedAbout } from '#stores/admin/bookings/acting.ts'
import { $opened } from '#stores/admin/bookings/opened.ts'
import { useTyped } from '../useTyped.ts'

/** As `useTyped`, about the booking that is open. */
export function useTypedHere<Value>(what: string, empty: Value): ReturnType<typeof useTyped<Value>> {
  const opened = useStore($opened)
  return useTyped(typedAbout(opened.state === 'none' ? '' : opened.id, what), empty)
}
