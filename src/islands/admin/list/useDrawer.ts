import { type KeyboardEvent, useEffect, useRef } from 'react'

/** A drawer takes the focus with its heading when it opens, and Escape closes it. */
export function useDrawer(close: () => void) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) close()
  }
  return { heading, leave }
}
