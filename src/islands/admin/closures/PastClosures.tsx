import type { ListedClosure } from '#domain/closure.ts'
import { formatDays, formatHours, formatLocation } from './labels.ts'

interface Props {
  closures: readonly ListedClosure[]
  locations: Readonly<Record<string, string>>
}

/** The entries that are over, which do not change; the latest first. */
export function PastClosures({ closures, locations }: Props) {
  if (closures.length === 0) return null
  return (
    <details className="mb-4">
      <summary className="min-h-11 py-2.5 font-med text-ink-2">
        Past days of the last 12 months ({closures.length})
      </summary>
      <ul className="border-ledge border-t-2">
        {closures.toReversed().map((closure) => (
          <li key={closure.id} className="wrap-anywhere flex flex-wrap gap-x-4 border-line border-b py-2">
            <span className="num">{formatDays(closure)}</span>
            <span>{closure.reason}</span>
            <span className="mute">
              {formatLocation(closure.locationId, locations)}, {formatHours(closure.hours).toLowerCase()}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
