import { environment } from '../environment.ts'

/** In all tabs, another value each time that somebody signs in at one of their doors. */
const NAME = 'chautari-staff-came'

function lastCame(): string {
  try {
    return environment().storage().getItem(NAME) ?? ''
  } catch {
    return ''
  }
}

/** Somebody has signed in: this browser's other tabs hear of it, those that sleep when they wake. */
export function tellCameIn(): void {
  try {
    environment().storage().setItem(NAME, environment().randomId())
  } catch {}
}

/** Tells when somebody has signed in in another tab; gives the way to stop. */
export function onCameIn(run: () => void): () => void {
  let known = lastCame()
  const look = () => {
    const last = lastCame()
    if (last === known) return
    known = last
    run()
  }
  const stops = [environment().onStored(look), environment().onReturn(look)]
  return () => {
    for (const stop of stops) stop()
  }
}
