import { atom, onMount } from 'nanostores'
import { addDays, type IsoDate, kathmanduDate, kathmanduInstant } from '#domain/calendar.ts'
import { environment } from './environment.ts'

/** Kathmandu's day, whatever the visitor's clock zone says (decisions 9); a page left open follows midnight there. */
export const $today = atom<IsoDate>(kathmanduDate(environment().now()))

onMount($today, () => {
  let stop = () => {}
  const follow = () => {
    const now = environment().now()
    const today = kathmanduDate(now)
    $today.set(today)
    stop = environment().later(follow, kathmanduInstant(addDays(today, 1)) - now)
  }
  follow()
  return () => stop()
})
