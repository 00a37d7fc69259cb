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
    name(heading)
    // The first state is where the visitor arrives: the page speaks for itself.
    if (before === 'reading' && state !== 'error') return
    focus(heading)
  }, [state, top])
}

/** For a part that is shown a while after its state came. */
export function arriveAt(heading: HTMLElement | null): void {
  if (!heading) return
  name(heading)
  focus(heading)
}

function name(heading: HTMLElement): void {
  document.title = [heading.textContent, ...document.title.split(' · ').slice(-1)].join(' · ')
}

function focus(heading: HTMLElement): void {
  window.scrollTo(0, 0)
  heading.focus({ preventScroll: true })
}
