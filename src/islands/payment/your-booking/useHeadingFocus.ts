import { useEffect } from 'react'
import { focusHeading } from '../screen-focus.ts'

/** Moves the focus to the heading when the focused control is removed with this component. */
export function useHeadingFocus(): void {
  useEffect(
    () => () => void (document.activeElement === document.body && focusHeading(document.querySelector('h1'))),
    [],
  )
}
