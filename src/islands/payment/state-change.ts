import { type RefObject, useEffect, useRef } from 'react'
import type { PaymentScreen } from '#stores/payment/screen.ts'

/** On each change of state the page's title names it, and its heading is scrolled to and takes the focus. */
export function useStateChange(state: PaymentScreen['state'], top: RefObject<HTMLElement | null>): void {
  const shown = useRef(state)
  useEffect(() => {
    const heading = top.current?.querySelector('h1')
    const before = shown.current
    shown.current = state
    if (!heading || before === state) return
    document.title = [heading.textContent, ...document.title.split(' · ').slice(-1)].join(' · ')
    // The first state is where the visitor arrives: the page speaks for itself.
    if (before === 'reading' && state !== 'error') return
    window.scrollTo(0, 0)
    heading.focus({ preventScroll: true })
  }, [state, top])
}
