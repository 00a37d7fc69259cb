import { type RefObject, useEffect, useRef } from 'react'
import { formatStepTitle, RENEWAL_TITLE, TOUR_TITLE } from './labels.ts'
import type { Wizard } from './wizard.ts'

/** When a step opens, updates the page title and focuses its heading; after a change also scrolls to the form. */
export function useFocusOnStepChange(
  { isHydrated, isTour, step, firstStep, renewal }: Wizard,
  top: RefObject<HTMLElement | null>,
): void {
  const isRenewal = renewal !== null
  useEffect(() => {
    // Otherwise the back button restores the previous step's scroll position after the wizard has scrolled.
    history.scrollRestoration = 'manual'
    return () => {
      history.scrollRestoration = 'auto'
    }
  }, [])
  const pageTitle = useRef('')
  const lastScreen = useRef<string>(undefined)
  useEffect(() => {
    if (!isHydrated) return
    pageTitle.current ||= document.title
    const screen = isTour ? TOUR_TITLE : formatStepTitle({ step, firstStep })
    document.title = `${screen} · ${isRenewal ? RENEWAL_TITLE : pageTitle.current}`
    const changed = lastScreen.current !== undefined && lastScreen.current !== screen
    lastScreen.current = screen
    // The form of a tour is loaded later and takes the focus.
    if (isTour || !top.current) return
    if (changed) top.current.scrollIntoView()
    // A visitor who has started before the page did keeps the focus.
    else if (document.activeElement !== document.body) return
    top.current.querySelector<HTMLElement>('h2[tabindex]')?.focus({ preventScroll: true })
  }, [isHydrated, isTour, step, firstStep, isRenewal, top])
}
