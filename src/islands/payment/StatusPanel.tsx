import type { ReactNode, Ref } from 'react'
import { PANEL } from '#islands/ui/panel.ts'
import { COLUMNS, MAIN_COLUMN } from './columns.ts'

export const PANEL_TEXT = 'max-w-measure text-pretty text-body text-ink-2'

export interface StatusPanelProps {
  edge?: 'border-t-line-3' | 'border-t-danger' | 'border-t-marigold' | undefined
  /** Shown above the heading. */
  tag?: ReactNode
  heading: string
  headingRef?: Ref<HTMLHeadingElement> | undefined
  children: ReactNode
}

interface PageMessageProps extends Pick<StatusPanelProps, 'heading' | 'children'> {
  className?: string
  describedBy?: string
  /** The drawing beside the message, on phones below it. */
  stairs?: ReactNode
}

/** A message without a panel, for a page that has no booking to show. The drawing touches the footer. */
export const PageMessage = ({ className = '', heading, describedBy, stairs, children }: PageMessageProps) => (
  <div className={`${COLUMNS} -mb-section min-h-page-message max-md:content-between ${className}`}>
    <section className="relative col-span-6 col-start-1 row-start-1 pb-10 max-md:col-span-full">
      <h1 className="display-1 mb-5" tabIndex={-1} aria-describedby={describedBy}>
        {heading}
      </h1>
      {children}
    </section>
    {stairs}
  </div>
)

/** The heading is described by the element with the id `describedBy`. */
export const StatusPanel = ({
  edge = 'border-t-line-3',
  tag,
  heading,
  headingRef,
  describedBy,
  children,
}: StatusPanelProps & { describedBy?: string }) => (
  <section className={`${MAIN_COLUMN} ${PANEL} ${edge}`}>
    {tag}
    <h1
      className="stretch-head mt-3 mb-2 text-balance font-display text-2 leading-95"
      tabIndex={-1}
      aria-describedby={describedBy}
      ref={headingRef}
    >
      {heading}
    </h1>
    {children}
  </section>
)
