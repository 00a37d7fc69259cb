import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { SecondaryButton } from '#islands/ui/buttons.tsx'
import { saveFile } from '#islands/ui/save-file.ts'
import { readCalendar } from '#stores/payment/own-details.ts'
import type { ActionProps } from './action-props.ts'

export function CalendarButton({ report }: ActionProps) {
  const [isLoading, setLoading] = useState(false)
  const download = async () => {
    setLoading(true)
    const result = await readCalendar()
    setLoading(false)
    if ('file' in result) saveFile(result.file)
    report('file' in result ? 'Calendar file saved. Open it to add the booking.' : result.problem, !('file' in result))
  }
  return (
    <SecondaryButton busy={isLoading} onClick={() => !isLoading && void download()}>
      <CalendarPlus className="icon" />
      Add to calendar
    </SecondaryButton>
  )
}
