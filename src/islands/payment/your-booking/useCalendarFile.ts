import { useState } from 'react'
import { saveFile } from '#islands/ui/save-file.ts'
import { readCalendar } from '#stores/payment/own-details.ts'

/** Saves the calendar file of the booking, and reports in a sentence whether it could. */
export function useCalendarFile(report: (text: string | undefined, isProblem: boolean) => void) {
  const [isLoading, setLoading] = useState(false)
  const download = async () => {
    setLoading(true)
    const result = await readCalendar()
    setLoading(false)
    if ('file' in result) {
      saveFile(result.file)
      report('Calendar file saved. Open it to add the booking.', false)
    } else report(result.problem, true)
  }
  return { busy: isLoading, onClick: () => !isLoading && void download() }
}
