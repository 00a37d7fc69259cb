import { onMount, type ReadableAtom, type WritableAtom } from 'nanostores'
import { environment } from '../environment.ts'

/** Counts while somebody looks at `counter`: at once, with every second, and whenever `source` changes. */
export function runEverySecond<Left>(
  counter: WritableAtom<Left | null>,
  source: ReadableAtom,
  count: () => void,
): void {
  onMount(counter, () => {
    let stop = () => {}
    const tick = () => {
      stop()
      stop = environment().later(tick, 1_000)
      count()
    }
    const forget = source.listen(tick)
    tick()
    return () => {
      stop()
      forget()
      counter.set(null)
    }
  })
}

/** Whether the count has just come to one of these moments before its end: it is said aloud then, not with every second. */
export const isAnnouncementDue = (moments: readonly number[], was: number, left: number): boolean =>
  left > 0 && moments.some((moment) => left <= moment && was > moment)
