import { type RefObject, useEffect, useRef } from 'react'
import type { PaymentScreen } from '#stores/payment/screen.ts'

/** On each change of what is said the page's title names it, and its heading is scrolled to and takes the focus. */
export function useStateChange(screen: PaymentScreen, top: RefObject<HTMLElement | null>): void {
  const said = saidBy(screen)
  const before = useRef(said)
  const hasArrived = useRef(said !== 'reading')
  useEffect(() => {
    const heading = top.current?.querySelector('h1')
    const was = before.current
    const isArrival = !hasArrived.current
    before.current = said
    hasArrived.current ||= said !== 'reading'
    if (!heading || was === said) return
    name(heading)
    // The first state is where the visitor arrives: the page speaks for itself.
    if (isArrival && said !== 'error') return
    focus(heading)
  }, [said, top])
}

/** Within one state other words may come: money that was received is confirmed, a payment that is checked goes to staff. */
function saidBy(screen: PaymentScreen): string {
  switch (screen.state) {
    case 'pending':
      return `pending ${screen.view}`
    case 'success':
      return `success ${screen.receipt.standing}`
    default:
      return screen.state
  }
}

/** Read out with the heading when that takes the focus: what it means for the visitor. */
export const SAID = 'payment-said'

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
