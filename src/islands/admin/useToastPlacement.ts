import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/**
 * Whether news stand aside, at the other end of the screen: else they would cover what has the focus (WCAG 2.4.11), or
 * come under a pointer that is about to press something else. They stay there until they are gone.
 */
export function useToastPlacement(region: RefObject<HTMLElement | null>, count: number): boolean {
  const [aside, setAside] = useState(false)
  const pointer = useRef<DOMRect>(undefined)
  useEffect(() => {
    const follow = ({ clientX, clientY }: PointerEvent) => {
      pointer.current = new DOMRect(clientX, clientY, 0, 0)
    }
    const look = ({ target }: FocusEvent) => {
      if (target instanceof Element && coversControl(region.current, target)) setAside(true)
    }
    document.addEventListener('pointermove', follow)
    document.addEventListener('focusin', look)
    return () => {
      document.removeEventListener('pointermove', follow)
      document.removeEventListener('focusin', look)
    }
  }, [])
  const before = useRef(0)
  useLayoutEffect(() => {
    const isMore = count > before.current
    before.current = count
    if (count === 0) return setAside(false)
    const at = isMore && pointer.current && overlap(getBox(region.current), pointer.current)
    if (at || coversControl(region.current, document.activeElement)) setAside(true)
  }, [count])
  return aside
}

const getBox = (element: Element | null): DOMRect => element?.getBoundingClientRect() ?? new DOMRect()

/** What holds the whole screen is not what somebody works with. */
const coversControl = (news: Element | null, focused: Element | null): boolean =>
  focused?.matches('a, button, input, select, textarea, summary') === true &&
  !news?.contains(focused) &&
  overlap(getBox(news), getBox(focused))

const overlap = (one: DOMRect, other: DOMRect): boolean =>
  one.height > 0 &&
  one.left <= other.right &&
  other.left <= one.right &&
  one.top <= other.bottom &&
  other.top <= one.bottom
