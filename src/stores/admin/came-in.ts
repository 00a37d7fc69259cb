import { environment } from '../environment.ts'
import { markOf, setMark } from './mark.ts'

/** Set each time that somebody signs in at a door of one of this browser's tabs. */
const NAME = 'chautari-staff-came'

/** Somebody has signed in: this browser's other tabs hear of it. */
export const tellCameIn = (): void => setMark(NAME)

/** Tells when somebody has signed in in another tab; gives the way to stop. */
export function onCameIn(run: () => void): () => void {
  let known = markOf(NAME)
  const look = () => {
    const last = markOf(NAME)
    if (last === known) return
    known = last
    run()
  }
  const stops = [environment().onStored(look), environment().onReturn(look)]
  return () => {
    for (const stop of stops) stop()
  }
}
