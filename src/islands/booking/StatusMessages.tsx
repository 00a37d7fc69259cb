import { useStore } from '@nanostores/react'
import { Info, Undo2 } from 'lucide-react'
import { formatFailure } from '#contract/failure.ts'
import { LinkButton } from '#islands/ui/buttons.tsx'
import { $clearedDraft, $unavailableChoices, restoreDraft } from '#stores/booking/open-wizard.ts'
import { WITHOUT_SERVER } from '#stores/edition.ts'
import { focusControl } from './ErrorSummary.tsx'
import type { Wizard } from './wizard.ts'

const getLocationUrl = ({ locationId }: Wizard['draft']) => `/locations${locationId && `/${locationId}`}`

export function StatusMessages({ wizard }: { wizard: Wizard }) {
  const { failure, step, draft } = wizard
  const unavailableChoices = useStore($unavailableChoices, { ssr: 'initial' })
  const isCleared = useStore($clearedDraft, { ssr: 'initial' }) !== null
  return (
    <div className="*:mb-7" aria-live="polite">
      {step === 1 && (unavailableChoices.length > 0 || failure?.code === 'unavailable') && (
        <div className="note note-warm">
          <Info className="icon" />
          <p>
            {unavailableChoices.map((choice) => (
              <b key={choice} className="block">
                {choice}
              </b>
            ))}
            {failure?.code === 'unavailable' ? formatFailure(failure) : 'It cannot be booked at the moment.'}{' '}
            <LinkButton onClick={() => focusControl(draft.locationId ? 'planId' : 'locationId')}>
              Choose another one
            </LinkButton>
            {!WITHOUT_SERVER && (
              <>
                , or <a href={getLocationUrl(draft)}>ask us to tell you</a> when it is free
              </>
            )}
            .
          </p>
        </div>
      )}
      {isCleared && (
        <div className="note items-center">
          <Info className="icon" />
          <p>Your booking was reset.</p>
          <LinkButton className="link ml-auto min-h-11" onClick={restoreDraft}>
            <Undo2 className="icon" /> Undo
          </LinkButton>
        </div>
      )}
    </div>
  )
}
