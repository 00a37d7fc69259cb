import { listBookings } from '#contract/admin/bookings.ts'
import { readList } from '#server/booking-list.ts'
import { onStaff, resource } from '#server/http/handle.ts'

export const prerender = false

export const ALL = resource(onStaff(listBookings, ({ app, input }) => readList(app, input)))
