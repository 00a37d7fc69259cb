import { TriangleAlert } from 'lucide-react'
import type { SeatWarning } from './labels.ts'

interface Props {
  locationId: string
  warnings: readonly SeatWarning[]
}

/** Each leads to the day sheet of its first day. */
export const DayWarnings = ({ locationId, warnings }: Props) =>
  warnings.length > 0 && (
    <ul className="col-span-full pt-1 text-marigold-ink">
      {warnings.map(({ from, text }) => (
        <li key={text}>
          <a
            className="flex min-h-11 items-center gap-2"
            href={`/admin/day-sheet?${new URLSearchParams({ location: locationId, date: from })}`}
          >
            <TriangleAlert className="icon flex-none" aria-hidden="true" />
            {text}
          </a>
        </li>
      ))}
    </ul>
  )
