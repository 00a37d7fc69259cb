import { CalendarArrowDown } from 'lucide-react'
import { useRef } from 'react'
import { QuietButton } from '#islands/ui/buttons.tsx'
import type { NewEntry } from '#stores/admin/closures/closures.ts'
import { importCalendar, MAX_CALENDAR_BYTES } from '#stores/admin/closures/import-calendar.ts'
import { formatCount } from '../format-count.ts'
import { formatDays } from './labels.ts'

/** Reads the file in the browser; nothing is saved before Save. */
export function ImportCalendar({ setStatus }: { setStatus: (status: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const read = async (file: File | undefined) => {
    if (file) setStatus(await describeImport(file))
    if (input.current) input.current.value = ''
  }
  return (
    <>
      <QuietButton onClick={() => input.current?.click()}>
        <CalendarArrowDown className="icon" aria-hidden="true" />
        Import a calendar file
      </QuietButton>
      <input
        ref={input}
        type="file"
        accept=".ics,text/calendar"
        hidden
        aria-label="Calendar file"
        onChange={({ target }) => void read(target.files?.[0])}
      />
    </>
  )
}

const formatEvent = (event: NewEntry): string => `“${event.reason}” (${formatDays(event)})`

async function describeImport(file: File): Promise<string> {
  if (file.size > MAX_CALENDAR_BYTES)
    return `The file is larger than ${MAX_CALENDAR_BYTES / 1024} KB. Choose a calendar with fewer events.`
  const result = importCalendar(await file.text())
  if (!result) return 'This is not a calendar file. Choose a file that ends in .ics.'
  const { added, skipped, past, known } = result
  const left = [
    past > 0 && `${past} past`,
    known.length > 0 && `${known.map(formatEvent).join(' and ')} on days that the list has`,
    skipped > 0 && `${skipped} with times, recurring or cancelled`,
  ].filter(Boolean)
  return [
    added > 0 ? `${formatCount(added, 'event')} added. Check them, then save.` : 'No event added.',
    left.length > 0 && `Skipped: ${left.join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
