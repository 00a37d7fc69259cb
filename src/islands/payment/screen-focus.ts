import { type RefObject, useEffect, useRef } from 'react'
import type { PaymentScreen } from '#stores/payment/screen.ts'

/** On each change of state, updates the page title and moves the focus to the heading. */
export function useFocusOnScreenChange(screen: PaymentScreen, top: RefObject<HTMLElement | null>): void {
  const key = getScreenKey(screen)
  const before = useRef(key)
  const hasLoaded = useRef(key !== 'loading')
  useEffect(() => {
    const heading = top.current?.querySelector('h1')
    const previous = before.current
    const isFirstScreen = !hasLoaded.current
    before.current = key
    hasLoaded.current ||= key !== 'loading'
    if (!heading || previous === key) return
    setPageTitle(heading)
    if (isFirstScreen && key !== 'error') {
      // The first state is the page itself; a visitor who has moved on keeps the focus.
      if (document.activeElement === document.body) heading.focus({ preventScroll: true })
      return
    }
    scrollToHeading(heading)
  }, [key, top])
}

/** Distinguishes texts within one state, such as received and confirmed. */
function getScreenKey(screen: PaymentScreen): string {
  switch (screen.state) {
    case 'initial':
      return 'loading'
    case 'pending':
      return `pending ${screen.view}`
    case 'success':
      return `success ${screen.result.status}`
    default:
      return screen.state
  }
}

/** Id of the text that is announced with the heading. */
export const STATUS_MESSAGE_ID = 'payment-status'

/** The ref of a heading that renders after its state is set. */
export function focusHeading(heading: HTMLElement | null): void {
  if (!heading) return
  setPageTitle(heading)
  scrollToHeading(heading)
}

/** The ref of the heading of a form that replaces the button that opened it. */
export function focusFormHeading(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true })
  heading?.closest('form')?.scrollIntoView({ block: 'nearest' })
}

function setPageTitle(heading: HTMLElement): void {
  document.title = [heading.textContent, ...document.title.split(' · ').slice(-1)].join(' · ')
}

function scrollToHeading(heading: HTMLElement): void {
  window.scrollTo(0, 0)
  heading.focus({ preventScroll: true })
}
