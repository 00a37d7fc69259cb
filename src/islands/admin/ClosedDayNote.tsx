import { CalendarOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDate, type IsoDate } from '#domain/calendar.ts'
import { hasRoleAtLeast } from '#domain/staff.ts'
import { LinkButton } from '#islands/ui/buttons.tsx'
import type { LocationDayScreen } from '#stores/admin/desk/location-day.ts'
import { useRole } from './useRole.ts'

interface Props {
  reason: string
  nextOpenDay: IsoDate | undefined
  screen: Pick<LocationDayScreen, 'choose'>
  /** Of the field with the day. */
  dateId: string
  children: ReactNode
}

/** Why a location is closed on the day of a screen, and the next open day. Only managers can open the closed days. */
export function ClosedDayNote({ reason, nextOpenDay, screen, dateId, children }: Props) {
  const isManager = hasRoleAtLeast(useRole(), 'manager')
  return (
    <div className="note note-warm mb-3 flex-wrap items-center">
      <CalendarOff className="icon" aria-hidden="true" />
      <p className="flex-1 max-sm:basis-3/4">
        <b>Closed: {reason}.</b> {children}
      </p>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 print:hidden">
        {nextOpenDay && (
          <LinkButton
            className="link min-h-11"
            onClick={() => {
              void screen.choose({ date: nextOpenDay })
              // The button is gone.
              document.getElementById(dateId)?.focus()
            }}
          >
            Go to {formatDate(nextOpenDay)}, the next open day
          </LinkButton>
        )}
        {isManager && (
          <a className="button button-quiet button-small" href="/admin/closures">
            See closed days
          </a>
        )}
      </p>
    </div>
  )
}
