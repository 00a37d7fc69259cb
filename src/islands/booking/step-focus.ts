import { type RefObject, useEffect, useRef } from 'react'
import { formatStepTitle } from './labels.ts'
import type { Wizard } from './wizard.ts'

/** On each step change, updates the page title, scrolls to the form and focuses its heading. */
export function useFocusOnStepChange({ isHydrated, step }: Wizard, top: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    // Otherwise the back button restores the previous step's scroll position after the wizard has scrolled.
    history.scrollRestoration = 'manual'
    return () => {
      history.scrollRestoration = 'auto'
    }
  }, [])
  const pageTitle = useRef('')
  const lastStep = useRef<number>(undefined)
  useEffect(() => {
    if (!isHydrated) return
    pageTitle.current ||= document.title
    document.title = `${formatStepTitle(step)} · ${pageTitle.current}`
    const changed = lastStep.current !== undefined && lastStep.current !== step
    lastStep.current = step
    if (!changed || !top.current) return
    top.current.scrollIntoView()
    top.current.querySelector<HTMLElement>('h2[tabindex]')?.focus({ preventScroll: true })
  }, [isHydrated, step, top])
}
