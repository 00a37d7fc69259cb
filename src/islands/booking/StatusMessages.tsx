import { Check, Info, Undo2 } from 'lucide-react'
import { PER_PERIOD } from '#domain/line-item.ts'
import { periodFor } from '#domain/plan.ts'
import { formatFailure } from '#stores/api.ts'
import { restoreDraft } from '#stores/booking/open-wizard.ts'
import { getChosenPlan, type Wizard } from './wizard.ts'

/** What is said above a step: an unavailable wish, an emptied booking, a refusal that is mended here. */
export function StatusMessages({ wizard }: { wizard: Wizard }) {
  const { notices, emptied, failure, step, draft, planFromLink } = wizard
  const plan = getChosenPlan(wizard)
  return (
    <div className="said" aria-live="polite">
      {step === 1 && (notices.length > 0 || failure?.code === 'unavailable') && (
        <div className="note note-warm">
          <Info className="icon" />
          <p>
            {notices.map((notice) => (
              <b key={notice} className="said-line">
                {notice}
              </b>
            ))}
            {failure?.code === 'unavailable' ? formatFailure(failure) : 'It cannot be booked at the moment.'} Choose
            another one below.
          </p>
        </div>
      )}
      {step === 1 && plan && planFromLink && (
        <div className="note">
          <Check className="icon" />
          <p>
            <b>
              {plan.name}, {PER_PERIOD[periodFor(plan.id, draft.billing)]}, is selected.
            </b>{' '}
            {!draft.locationId && 'Choose a location to see its price.'}
          </p>
        </div>
      )}
      {emptied && (
        <div className="note said-undo">
          <Info className="icon" />
          <p>Your booking is empty again.</p>
          <button type="button" className="link" onClick={restoreDraft}>
            <Undo2 className="icon" /> Undo
          </button>
        </div>
      )}
    </div>
  )
}
