import { type RefObject, useEffect, useRef } from 'react'
import type { PaymentScreen } from '#stores/payment/screen.ts'

/** On each change of what is said the page's title names it, and its heading is scrolled to and takes the focus. */
export function useFocusOnScreenChange(screen: PaymentScreen, top: RefObject<HTMLElement | null>): void {
  const said = getScreenKey(screen)
  const before = useRef(said)
  const hasArrived = useRef(said !== 'reading')
  useEffect(() => {
    const heading = top.current?.querySelector('h1')
    const was = before.current
    const isArrival = !hasArrived.current
    before.current = said
    hasArrived.current ||= said !== 'reading'
    if (!heading || was === said) return
    setPageTitle(heading)
    // The first state is where the visitor arrives: the page speaks for itself.
    if (isArrival && said !== 'error') return
    scrollToHeading(heading)
  }, [said, top])
}

/** Within one state other words may come: money that was received is confirmed, a payment that is checked goes to staff. */
function getScreenKey(screen: PaymentScreen): string {
  switch (screen.state) {
    case 'pending':
      return `pending ${screen.view}`
    case 'success':
      return `success ${screen.receipt.status}`
    default:
      return screen.state
  }
}

/** Read out with the heading when that takes the focus: what it means for the visitor. */
export const STATUS_MESSAGE_ID = 'payment-said'

/** For a part that is shown a while after its state came. */
export function focusHeading(heading: HTMLElement | null): void {
  if (!heading) return
  setPageTitle(heading)
  scrollToHeading(heading)
}

function setPageTitle(heading: HTMLElement): void {
  document.title = [heading.textContent, ...document.title.split(' · ').slice(-1)].join(' · ')
}

function scrollToHeading(heading: HTMLElement): void {
  window.scrollTo(0, 0)
  heading.focus({ preventScroll: true })
}
