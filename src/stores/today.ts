import { atom, onMount } from 'nanostores'
import { addDays, type IsoDate, kathmanduDate, kathmanduInstant } from '#domain/calendar.ts'
import { $clockOffset, now } from './clock.ts'
import { environment } from './environment.ts'

/** Today in Kathmandu by the server's clock, whatever the visitor's clock; an open page follows midnight there. */
export const $today = atom<IsoDate>(kathmanduDate(now()))

onMount($today, () => {
  let stop = () => {}
  const follow = () => {
    stop()
    const today = kathmanduDate(now())
    $today.set(today)
    stop = environment().later(follow, kathmanduInstant(addDays(today, 1)) - now())
  }
  const stopListening = $clockOffset.subscribe(follow)
  return () => {
    stopListening()
    stop()
  }
})
