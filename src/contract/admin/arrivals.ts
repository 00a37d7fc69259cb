import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

const arrivalSchema = z.object({ date: z.string(), arrivedAt: z.nullable(z.string()) })
export type Arrival = z.output<typeof arrivalSchema>

/** Marks on the day itself that somebody is here, or takes that back. */
export const markArrival = endpoint({
  method: 'PUT',
  path: '/api/admin/bookings/{id}/arrival',
  access: 'staff',
  input: z.strictObject({
    /** Today, as the screen shows it: one that was left open overnight marks nothing. */
    date: z.string().check(z.maxLength(40)),
    here: z.boolean(),
    /** The time of arrival that was on the screen: where it is another by now, the call answers `changed_meanwhile`. */
    seen: z.nullable(z.string().check(z.maxLength(40))),
  }),
  output: arrivalSchema,
  failures: ['not_found', 'changed_meanwhile', 'wrong_state', 'invalid'],
})
