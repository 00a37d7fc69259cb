import { environment } from '../environment.ts'

/** What a name stands for in all tabs of this browser: another value each time that it is set, '' before. */
export function readMarker(name: string): string {
  try {
    return environment().storage().getItem(name) ?? ''
  } catch {
    return ''
  }
}

/** The other tabs hear of it, those that sleep when they wake; where nothing is kept, nobody does. */
export function setMarker(name: string): void {
  try {
    environment().storage().setItem(name, environment().randomId())
  } catch {}
}
