import { computed } from 'nanostores'
import { kathmanduDate } from '#domain/calendar.ts'
import { $clockOffset, now } from './clock.ts'

/** Today in Kathmandu by the server's clock when the page was opened; the server rejects a day that has passed since. */
export const $today = computed($clockOffset, () => kathmanduDate(now()))
