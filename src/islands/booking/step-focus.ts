import { type RefObject, useEffect, useRef } from 'react'
import { formatStepTitle } from './labels.ts'
import type { Wizard } from './wizard.ts'

/** On each change of step, the page's title names it, the form scrolls to it and its heading gets the focus. */
export function useFocusOnStepChange({ live, step }: Wizard, top: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    // Else the browser's back button scrolls to where the other step was left, after the wizard has scrolled.
    history.scrollRestoration = 'manual'
    return () => {
      history.scrollRestoration = 'auto'
    }
  }, [])
  const pageTitle = useRef('')
  const shown = useRef<number>(undefined)
  useEffect(() => {
    if (!live) return
    pageTitle.current ||= document.title
    document.title = `${formatStepTitle(step)} · ${pageTitle.current}`
    const changed = shown.current !== undefined && shown.current !== step
    shown.current = step
    if (!changed || !top.current) return
    top.current.scrollIntoView()
    top.current.querySelector<HTMLElement>('h2[tabindex]')?.focus({ preventScroll: true })
  }, [live, step, top])
}
