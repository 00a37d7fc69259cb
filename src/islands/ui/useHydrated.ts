import { useSyncExternalStore } from 'react'

/** False in the page as it is built, true once it listens: what is pressed before that would be the browser's own to do. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
