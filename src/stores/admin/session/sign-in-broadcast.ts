import { environment } from '../../environment.ts'
import { readMarker, setMarker } from '../storage-marker.ts'

/** Set each time that somebody signs in at a door of one of this browser's tabs. */
const STORAGE_KEY = 'chautari-staff-came'

/** Somebody has signed in: this browser's other tabs hear of it. */
export const broadcastSignIn = (): void => setMarker(STORAGE_KEY)

/** Tells when somebody has signed in in another tab; gives the way to stop. */
export function onSignIn(run: () => void): () => void {
  let known = readMarker(STORAGE_KEY)
  const look = () => {
    const last = readMarker(STORAGE_KEY)
    if (last === known) return
    known = last
    run()
  }
  const stops = [environment().onStored(look), environment().onReturn(look)]
  return () => {
    for (const stop of stops) stop()
  }
}
