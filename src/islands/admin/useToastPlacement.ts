import { type RefObject, useLayoutEffect, useState } from 'react'
import { useDocumentEvent } from '#islands/ui/useDocumentEvent.ts'

/** Moves toasts to the other end of the screen while they would cover the focus (WCAG 2.4.11). */
export function useToastPlacement(region: RefObject<HTMLElement | null>, count: number): boolean {
  const [aside, setAside] = useState(false)
  useDocumentEvent('focusin', ({ target }) => {
    if (target instanceof Element && coversControl(region.current, target)) setAside(true)
  })
  useLayoutEffect(() => {
    if (count === 0) return setAside(false)
    if (coversControl(region.current, document.activeElement)) setAside(true)
  }, [count])
  return aside
}

const getBox = (element: Element | null): DOMRect => element?.getBoundingClientRect() ?? new DOMRect()

/** Large containers that have the focus do not count, nor do dialogs, which are above toasts. */
const coversControl = (toasts: Element | null, focused: Element | null): boolean =>
  focused?.matches('a, button, input, select, textarea, summary') === true &&
  !toasts?.contains(focused) &&
  !focused.closest('dialog') &&
  overlap(getBox(toasts), getBox(focused))

const overlap = (one: DOMRect, other: DOMRect): boolean =>
  one.height > 0 &&
  one.left <= other.right &&
  other.left <= one.right &&
  one.top <= other.bottom &&
  other.top <= one.bottom
