import { CalendarOff } from 'lucide-react'
import { Note } from '#islands/ui/Note.tsx'
import { formatCount } from '../format-count.ts'

/** `count` is 0 or null where there is nothing to do, also for the front desk. */
export const ClosedDayBookings = ({ count }: { count: number | null | undefined }) =>
  count ? (
    <Note className="note-warm mb-4" icon={CalendarOff}>
      <a className="inline-block min-h-6" href="/admin/closures">
        {`${formatCount(count, 'booking')} on closed days to move or refund`}
      </a>
    </Note>
  ) : null
