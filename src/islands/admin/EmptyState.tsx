import type { ReactNode } from 'react'
import mark from '#assets/mark.svg?inline'

interface EmptyStateProps {
  title: string
  children: ReactNode
}

/** A ledge, one sentence and one way out. */
export const EmptyState = ({ title, children }: EmptyStateProps) => (
  <div className="empty">
    <img className="admin-mark" src={mark} alt="" width="32" height="32" />
    <div>
      <h2>{title}</h2>
      <p className="mute">{children}</p>
    </div>
  </div>
)
