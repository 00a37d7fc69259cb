import { atom, onMount } from 'nanostores'
import { SAME_DAY_CUTOFF_MINUTES, type Sales, salesAt, salesEnd } from '#domain/same-day.ts'
import { $clockOffset, now } from '../clock.ts'
import { environment } from '../environment.ts'
import { $site } from '../site.ts'
import { $today } from '../today.ts'
import { $catalogue } from './catalogue.ts'

/** Where today can still be booked, by the server's clock and cut-off; the default cut-off until the server has answered. */
export const $sales = atom<Sales>({ today: $today.get(), ended: [] })

onMount($sales, () => {
  let stop = () => {}
  const follow = () => {
    stop()
    const { locations } = $catalogue.get()
    const cutoff = $site.get()?.sameDayCutoffMinutes ?? SAME_DAY_CUTOFF_MINUTES
    const sales = salesAt(locations, now(), cutoff)
    $sales.set(sales)
    const next = locations.map((location) => salesEnd(location, sales.today, cutoff)).filter((end) => end > now())
    stop = next.length > 0 ? environment().later(follow, Math.min(...next) - now()) : () => {}
  }
  const stops = [$today, $clockOffset, $site, $catalogue].map((store) => store.listen(follow))
  follow()
  return () => {
    for (const stopListening of stops) stopListening()
    stop()
  }
})
