import { type RefObject, useEffect, useRef } from 'react'
import { formatStepTitle, TOUR_TITLE } from './labels.ts'
import type { Wizard } from './wizard.ts'

/** On each step change, updates the page title, scrolls to the form and focuses its heading. */
export function useFocusOnStepChange({ isHydrated, isTour, step }: Wizard, top: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    // Otherwise the back button restores the previous step's scroll position after the wizard has scrolled.
    history.scrollRestoration = 'manual'
    return () => {
      history.scrollRestoration = 'auto'
    }
  }, [])
  const pageTitle = useRef('')
  const lastScreen = useRef<number | 'tour'>(undefined)
  useEffect(() => {
    if (!isHydrated) return
    pageTitle.current ||= document.title
    document.title = `${isTour ? TOUR_TITLE : formatStepTitle(step)} · ${pageTitle.current}`
    const screen = isTour ? 'tour' : step
    const changed = lastScreen.current !== undefined && lastScreen.current !== screen
    lastScreen.current = screen
    // The form of a tour is loaded later and takes the focus.
    if (!changed || isTour || !top.current) return
    top.current.scrollIntoView()
    top.current.querySelector<HTMLElement>('h2[tabindex]')?.focus({ preventScroll: true })
  }, [isHydrated, isTour, step, top])
}
