import { useStore } from '@nanostores/react'
import { CircleAlert, CircleCheck, Rocket } from 'lucide-react'
import type { Publishing } from '#contract/admin/publishing.ts'
import { formatFailure } from '#contract/failure.ts'
import { formatInstant } from '#domain/calendar.ts'
import { SmallButton } from '#islands/ui/buttons.tsx'
import { $publishing, isAccepted, publish } from '#stores/admin/publishing.ts'

interface Props {
  what: 'prices' | 'closed days'
}

/** Visitors load changes at once; search engines read the last build. */
export function PublishPages({ what }: Props) {
  const { publishing, busy, isRequested, failure } = useStore($publishing)
  return (
    <section aria-labelledby="publish" className="grid justify-items-start gap-3 print:hidden">
      <h2 id="publish" className="heading-4 pt-3">
        Public pages
      </h2>
      <p className="soft">
        Visitors see saved {what} at once. Search engines may show older ones until the pages are published.
      </p>
      <p role="status" className="flex gap-2">
        {failure ? (
          <>
            <CircleAlert className="icon mt-icon" aria-hidden="true" />
            {formatFailure(failure)}
          </>
        ) : (
          publishing && (
            <>
              {isRequested && <CircleCheck className="icon mt-icon" aria-hidden="true" />}
              {describePublishing(publishing, isRequested)}
            </>
          )
        )}
      </p>
      {publishing?.available && (
        <SmallButton aria-disabled={busy || isRequested} onClick={() => void publish()}>
          <Rocket className="icon" aria-hidden="true" />
          {busy ? 'Starting the build…' : 'Publish'}
        </SmallButton>
      )}
      {publishing?.available === false && (
        <p className="small mute">
          Publishing from here is not set up. The person who runs your server can publish the pages.
        </p>
      )}
    </section>
  )
}

function describePublishing(publishing: Publishing, isRequested: boolean): string {
  const { last, hasUnpublishedPrices, hasUnpublishedClosures, hasUnpublishedSeats } = publishing
  if (isRequested) return 'Build started. It takes a few minutes.'
  const changed = [
    hasUnpublishedPrices && 'prices',
    hasUnpublishedClosures && 'closed days',
    hasUnpublishedSeats && 'numbers of seats',
  ].filter((change) => change !== false)
  const changes = new Intl.ListFormat('en-GB').format(changed)
  if (!last)
    return changes
      ? `${capitalise(changes)} have changed since the pages were built. Search engines still show the old ones.`
      : 'Nothing has been published from here yet.'
  const state = changes
    ? `${capitalise(changes)} have changed since the last build.`
    : 'Nothing has changed since the last build.'
  const when = formatInstant(Date.parse(last.at))
  const publisher = last.by ?? 'the system'
  return isAccepted(publishing)
    ? `${state} Last published ${when} by ${publisher}.`
    : `The last attempt, ${when} by ${publisher}, failed.`
}

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
