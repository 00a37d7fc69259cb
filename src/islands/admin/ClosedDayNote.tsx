import { CalendarOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { hasRoleAtLeast } from '#domain/staff.ts'
import { useRole } from './useRole.ts'

/** Why a location is closed on the day of a screen. Only managers can open the closed days. */
export function ClosedDayNote({ reason, children }: { reason: string; children: ReactNode }) {
  const isManager = hasRoleAtLeast(useRole(), 'manager')
  return (
    <div className="note note-warm mb-3">
      <CalendarOff className="icon" aria-hidden="true" />
      <p>
        <b>Closed: {reason}.</b> {children}{' '}
        {isManager && (
          <a className="link print:hidden" href="/admin/closures">
            See closed days
          </a>
        )}
      </p>
    </div>
  )
}
