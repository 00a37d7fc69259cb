import { atom, onMount } from 'nanostores'
import { addDays, type IsoDate, kathmanduDate, kathmanduInstant } from '#domain/calendar.ts'
import { $ahead, now } from './clock.ts'
import { environment } from './environment.ts'

/**
 * Kathmandu's day by the server's clock, whatever the visitor's own clock says (decisions 9); a page left open follows
 * midnight there.
 */
export const $today = atom<IsoDate>(kathmanduDate(now()))

onMount($today, () => {
  let stop = () => {}
  const follow = () => {
    stop()
    const today = kathmanduDate(now())
    $today.set(today)
    stop = environment().later(follow, kathmanduInstant(addDays(today, 1)) - now())
  }
  const stopListening = $ahead.subscribe(follow)
  return () => {
    stopListening()
    stop()
  }
})
