import type { SeatWarning } from './labels.ts'

interface Props {
  locationId: string
  warnings: readonly SeatWarning[]
}

/** Each leads to the day sheet of its first day. */
export const DayWarnings = ({ locationId, warnings }: Props) =>
  warnings.length > 0 && (
    <ul className="text-marigold-ink">
      {warnings.map(({ from, text }) => (
        <li key={text}>
          <a
            className="link min-h-6"
            href={`/admin/day-sheet?${new URLSearchParams({ location: locationId, date: from })}`}
          >
            {text}
          </a>
        </li>
      ))}
    </ul>
  )
