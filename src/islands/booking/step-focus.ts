import { type RefObject, useEffect, useRef } from 'react'
import { formatStepTitle, TOUR_TITLE } from './labels.ts'
import type { Wizard } from './wizard.ts'

/** When a step opens, updates the page title and focuses its heading; after a change also scrolls to the form. */
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
    if (isTour || !top.current) return
    if (changed) top.current.scrollIntoView()
    // A visitor who has started before the page did keeps the focus.
    else if (document.activeElement !== document.body) return
    top.current.querySelector<HTMLElement>('h2[tabindex]')?.focus({ preventScroll: true })
  }, [isHydrated, isTour, step, top])
}
