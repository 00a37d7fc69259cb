import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Failure } from '#contract/failure.ts'
import { IconButton } from '#islands/ui/buttons.tsx'
import { LoadError } from '../load-states.tsx'
import './drawer.css'

interface Props {
  className?: string
  headingId: string
  heading: ReactNode
  /** Shown above the heading. */
  above?: ReactNode
  closeLabel: string
  close: () => void
  /** Why the record cannot be shown. */
  failure?: Failure | undefined
  notFound: string
  retry: () => void
  children?: ReactNode
}

/** A record beside its list. It focuses its heading when it opens, and closes on Escape. */
export function Drawer({ className = 'drawer', headingId, close, failure, ...props }: Props) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  return (
    <aside
      className={className}
      aria-labelledby={headingId}
      onKeyDown={({ key, defaultPrevented }) => key === 'Escape' && !defaultPrevented && close()}
    >
      <div className="drawer-head">
        <div>
          {props.above}
          <h2 id={headingId} ref={title} tabIndex={-1}>
            {props.heading}
          </h2>
        </div>
        <IconButton icon={X} aria-label={props.closeLabel} onClick={close} />
      </div>
      {failure &&
        (failure.code === 'not_found' ? (
          <p className="drawer-none">{props.notFound}</p>
        ) : (
          <LoadError failure={failure} onRetry={props.retry} />
        ))}
      {props.children}
    </aside>
  )
}
