import { environment } from '../../environment.ts'
import { readMarker, setMarker } from '../tab-marker.ts'

const STORAGE_KEY = 'chautari-staff-signed-in'

export const broadcastSignIn = (): void => setMarker(STORAGE_KEY)

/** Listens for sign-ins in other tabs. Returns the function that stops. */
export function onSignIn(run: () => void): () => void {
  let lastSeen = readMarker(STORAGE_KEY)
  const check = () => {
    const current = readMarker(STORAGE_KEY)
    if (current === lastSeen) return
    lastSeen = current
    run()
  }
  const stops = [environment().onStored(check), environment().onReturn(check)]
  return () => {
    for (const stop of stops) stop()
  }
}
