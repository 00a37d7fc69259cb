import { environment } from '../environment.ts'
import { tryStorage } from '../storage.ts'

/** Reads a marker that all tabs of this browser share. */
export const readMarker = (name: string): string => tryStorage(() => environment().storage().getItem(name))[0] ?? ''

/** Changes the marker; without storage other tabs do not notice. */
export function setMarker(name: string): void {
  tryStorage(() => environment().storage().setItem(name, environment().randomId()))
}
