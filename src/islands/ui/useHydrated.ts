import { useSyncExternalStore } from 'react'

/** Returns false until React handles events: earlier clicks would trigger the browser's default. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
