import { Info, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface Props {
  /** `note-warm`, `note-good` and further classes. */
  className?: string
  icon?: LucideIcon
  role?: 'status' | 'alert'
  children: ReactNode
}

/** A paragraph with an icon. */
export function Note({ className = '', icon: Icon = Info, role, children }: Props) {
  return (
    <p className={`note ${className}`.trim()} role={role}>
      <Icon className="icon" />
      <span>{children}</span>
    </p>
  )
}
