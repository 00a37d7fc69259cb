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
  <section className={`dash-part ${className}`.trim()} aria-labelledby={id}>
    <div className="dash-head">
      <h2 id={id} className="heading-4">
        {title}
      </h2>
      {beside}
    </div>
    {children}
  </section>
)
