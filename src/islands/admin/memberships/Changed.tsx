import { useStore } from '@nanostores/react'
import { Check, CircleAlert, X } from 'lucide-react'
import { changesOf } from '#contract/admin/deed-words.ts'
import { MEMBERSHIP_LABELS } from '#domain/membership.ts'
import { $changing, type Changing, forgetChange, undo } from '#stores/admin/memberships.ts'

/** What became of the last change: that it is saved and how to take it back, or what somebody else did meanwhile. */
export function Changed() {
  const changing = useStore($changing)
  return (
    <>
      <div role="status">{changing.kind === 'saved' && <Saved changing={changing} />}</div>
      <div role="alert">
        {changing.kind === 'overtaken' && <Overtaken changing={changing} />}
        {changing.kind === 'refused' && <Refused changing={changing} />}
      </div>
    </>
  )
}

type Of<Kind extends Changing['kind']> = { changing: Extract<Changing, { kind: Kind }> }

function Saved({ changing: { row, before } }: Of<'saved'>) {
  const isStatus = row.status !== before.status
  return (
    <div className="note note-good members-said">
      <Check className="icon" aria-hidden="true" />
      <p>
        {isStatus
          ? `${row.customerName} is ${MEMBERSHIP_LABELS[row.status].toLowerCase()} now.`
          : `${row.customerName} is saved.`}
      </p>
      <button type="button" className="link" onClick={() => void undo()}>
        Undo
      </button>
      <Forget />
    </div>
  )
}

function Overtaken({ changing: { row, before, after } }: Of<'overtaken'>) {
  return (
    <div className="note note-warm members-said">
      <CircleAlert className="icon" aria-hidden="true" />
      <div>
        <p>
          <b>Somebody else has changed {row.customerName} meanwhile.</b> Nothing of yours was saved: look, then try
          again.
        </p>
        <ul>
          {changesOf({ before, after }).map(({ field, from, to }) => (
            <li key={field}>
              {field}: {from} → {to}
            </li>
          ))}
        </ul>
      </div>
      <Forget />
    </div>
  )
}

function Refused({ changing: { fields, problem } }: Of<'refused'>) {
  return (
    <div className="note note-bad members-said">
      <CircleAlert className="icon" aria-hidden="true" />
      <p>{problem ?? Object.values(fields).join('. ')}</p>
      <Forget />
    </div>
  )
}

const Forget = () => (
  <button type="button" className="icon-button" aria-label="Close this note" onClick={forgetChange}>
    <X className="icon" />
  </button>
)
