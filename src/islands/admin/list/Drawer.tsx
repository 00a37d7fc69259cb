import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Failure } from '#contract/failure.ts'
import { IconButton } from '#islands/ui/buttons.tsx'
import { LoadError } from '../load-states.tsx'

/** On small screens the drawer covers the list. */
const DRAWER =
  'overflow-y-auto border border-line-2 border-t-6 border-t-ledge bg-paper-raised scroll-pt-27 px-5 pb-5 1280:sticky 1280:top-0 1280:max-h-screen 1280:self-start max-1280:fixed max-1280:inset-y-0 max-1280:right-0 max-1280:z-40 max-1280:h-dvh sm:max-1280:w-105 max-sm:left-0 max-sm:border-x-0 max-sm:border-b-0 max-sm:pb-40'

interface Props {
  className?: string
  headingId: string
  heading: ReactNode
  /** Shown above the heading. */
  above?: ReactNode
  /** Shown at the end of the heading's line. */
  amount?: ReactNode
  closeLabel: string
  close: () => void
  /** Why the record cannot be shown. */
  failure?: Failure | undefined
  notFound: string
  retry: () => void
  children?: ReactNode
}

/** A non-modal record beside its list. It focuses its heading when it opens, and closes on Escape. */
export function Drawer({ className = '', headingId, close, failure, ...props }: Props) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  return (
    <aside
      className={`${DRAWER} ${className}`}
      aria-labelledby={headingId}
      onKeyDown={({ key, defaultPrevented }) => key === 'Escape' && !defaultPrevented && close()}
    >
      <div className="sticky top-0 z-1 -mx-5 flex flex-wrap items-center justify-between gap-x-3 border-line border-b bg-paper-raised px-5 pt-2 pb-2.5">
        <div>{props.above}</div>
        <IconButton icon={X} className="icon-button -mr-3" aria-label={props.closeLabel} onClick={close} />
        <div className="flex basis-full flex-wrap items-baseline justify-between gap-x-3">
          <h2
            id={headingId}
            ref={title}
            className="stretch-head wrap-anywhere font-display text-3 leading-105"
            tabIndex={-1}
          >
            {props.heading}
          </h2>
          <span className="num stretch-display font-display text-amount leading-none">{props.amount}</span>
        </div>
      </div>
      {failure &&
        (failure.code === 'not_found' ? (
          <p className="mt-4">{props.notFound}</p>
        ) : (
          <LoadError failure={failure} onRetry={props.retry} />
        ))}
      {props.children}
    </aside>
  )
}
