import { CalendarPlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { loadTourCalendar } from '#stores/tour-calendar.ts'

interface Props {
  tourId: string
  secret: string
  className?: string
}

/** The calendar file of a tour, loaded before the click because a link cannot send the secret. */
export function TourCalendar({ tourId, secret, className = 'button button-quiet' }: Props) {
  /** `undefined` while it loads, `null` if it could not be loaded. */
  const [file, setFile] = useState<{ name: string; url: string } | null>()
  useEffect(() => {
    let isMounted = true
    let url: string | undefined
    void loadTourCalendar(tourId, secret).then((loaded) => {
      if (!isMounted) return
      url = loaded && URL.createObjectURL(loaded)
      setFile(loaded && url ? { name: loaded.name, url } : null)
    })
    return () => {
      isMounted = false
      if (url) URL.revokeObjectURL(url)
    }
  }, [tourId, secret])
  if (file === null) return null
  return (
    <a className={className} href={file?.url} download={file?.name} aria-disabled={!file || undefined}>
      <CalendarPlus className="icon" />
      Add to calendar
    </a>
  )
}
