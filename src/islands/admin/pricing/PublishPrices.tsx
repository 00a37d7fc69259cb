import { useStore } from '@nanostores/react'
import { CircleAlert, CircleCheck, Rocket } from 'lucide-react'
import type { Publishing } from '#contract/admin/publishing.ts'
import { formatInstant } from '#domain/calendar.ts'
import { $publishing, isAccepted, publish } from '#stores/admin/prices/publishing.ts'
import { formatFailure } from '#stores/api.ts'

/** The pages tell visitors the new prices by themselves; what search engines read is as old as the last build. */
export function PublishPrices() {
  const { publishing, busy, isRequested, failure } = useStore($publishing)
  return (
    <section aria-labelledby="publish" className="price-publish">
      <div className="admin-head-row admin-section-head">
        <h2 id="publish" className="heading-4">
          Public pages
        </h2>
      </div>
      <p className="soft">
        Visitors see saved prices at once. Search engines and link previews read the pages as they were built: publish
        has them built anew.
      </p>
      <p role="status" className="price-published">
        {failure ? (
          <>
            <CircleAlert className="icon" aria-hidden="true" />
            {formatFailure(failure)}
          </>
        ) : (
          publishing && (
            <>
              {isRequested && <CircleCheck className="icon" aria-hidden="true" />}
              {describePublishing(publishing, isRequested)}
            </>
          )
        )}
      </p>
      {publishing?.available && (
        <button
          type="button"
          className="button button-small"
          aria-disabled={busy || isRequested}
          onClick={() => void publish()}
        >
          <Rocket className="icon" aria-hidden="true" />
          {busy ? 'Asking for a build…' : 'Publish'}
        </button>
      )}
      {publishing && !publishing.available && (
        <>
          <button type="button" className="button button-small" aria-disabled="true" aria-describedby="publish-how">
            <Rocket className="icon" aria-hidden="true" />
            Publish
          </button>
          <p id="publish-how" className="small mute">
            To publish from here, set DEPLOY_HOOK_URL to the address at which your host starts a build, and start the
            server again. Without one, run npm run build where the pages are made.
          </p>
        </>
      )}
    </section>
  )
}

function describePublishing(publishing: Publishing, ordered: boolean): string {
  const { last, behind } = publishing
  if (ordered) return 'The build was ordered. It takes a few minutes.'
  const state = behind ? 'Prices have changed since the last build.' : 'No price has changed since the last build.'
  if (!last) return behind ? 'Prices have changed and nobody has published yet.' : 'Nobody has published from here yet.'
  const when = formatInstant(Date.parse(last.at))
  const who = last.by ?? 'the product'
  return isAccepted(publishing)
    ? `${state} Last published ${when} by ${who}.`
    : `The last try, ${when} by ${who}, failed.`
}
