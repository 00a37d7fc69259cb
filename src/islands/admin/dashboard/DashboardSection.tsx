import type { ReactNode } from 'react'

interface DashboardSectionProps {
  /** Of the heading. */
  id: string
  title: ReactNode
  className?: string
  /** Shown beside the heading. */
  beside?: ReactNode
  children: ReactNode
}

export const DashboardSection = ({ id, title, className = '', beside, children }: DashboardSectionProps) => (
  <section className={`border-line-2 border-t ${className}`} aria-labelledby={id}>
    <div className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-3 py-2.5">
      <h2 id={id} className="heading-4">
        {title}
      </h2>
      {beside}
    </div>
    {children}
  </section>
)
