import { Share2 } from 'lucide-react'
import { getVisitLink, shareVisit } from '#stores/payment/share-visit.ts'
import { ActionButton } from './ActionButton.tsx'
import type { ActionProps } from './action-props.ts'

/** Shares place, dates and directions with a colleague. */
export function ShareButton({ booking, report }: ActionProps) {
  const share = async () => {
    const result = await shareVisit(booking)
    if (result === 'copied') report('Link copied, with place and dates. It does not open your booking.')
    if (result === 'blocked')
      report(
        <>
          Select the link and copy it: <span className="wrap-anywhere select-all">{getVisitLink(booking)}</span>
        </>,
      )
  }
  return (
    <ActionButton onClick={() => void share()}>
      <Share2 className="icon" />
      Share the visit
    </ActionButton>
  )
}
