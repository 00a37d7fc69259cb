import { useStore } from '@nanostores/react'
import { Check, CircleAlert, X } from 'lucide-react'
import { describeChanges } from '#contract/admin/audit-labels.ts'
import { MEMBERSHIP_LABELS } from '#domain/membership.ts'
import {
  $membershipChange,
  clearChange,
  type MembershipChange,
  undoChange,
} from '#stores/admin/memberships/memberships.ts'

/** What became of the last change: that it is saved and how to take it back, or what somebody else did meanwhile. */
export function ChangeResult() {
  const changing = useStore($membershipChange)
  return (
    <>
      <div role="status">{changing.kind === 'saved' && <SavedNote changing={changing} />}</div>
      <div role="alert">
        {changing.kind === 'overtaken' && <ConflictNote changing={changing} />}
        {changing.kind === 'refused' && <RejectedNote changing={changing} />}
      </div>
    </>
  )
}

type ResultProps<Kind extends MembershipChange['kind']> = { changing: Extract<MembershipChange, { kind: Kind }> }

function SavedNote({ changing: { row, before } }: ResultProps<'saved'>) {
  const isStatus = row.status !== before.status
  return (
    <div className="note note-good members-said">
      <Check className="icon" aria-hidden="true" />
      <p>
        {isStatus
          ? `${row.customerName} is ${MEMBERSHIP_LABELS[row.status].toLowerCase()} now.`
          : `${row.customerName} is saved.`}
      </p>
      <button type="button" className="link" onClick={() => void undoChange()}>
        Undo
      </button>
      <DismissButton />
    </div>
  )
}

function ConflictNote({ changing: { row, before, after } }: ResultProps<'overtaken'>) {
  return (
    <div className="note note-warm members-said">
      <CircleAlert className="icon" aria-hidden="true" />
      <div>
        <p>
          <b>Somebody else has changed {row.customerName} meanwhile.</b> Nothing of yours was saved: look, then try
          again.
        </p>
        <ul>
          {describeChanges({ before, after }).map(({ field, from, to }) => (
            <li key={field}>
              {field}: {from} → {to}
            </li>
          ))}
        </ul>
      </div>
      <DismissButton />
    </div>
  )
}

function RejectedNote({ changing: { fields, problem } }: ResultProps<'refused'>) {
  return (
    <div className="note note-bad members-said">
      <CircleAlert className="icon" aria-hidden="true" />
      <p>{problem ?? Object.values(fields).join('. ')}</p>
      <DismissButton />
    </div>
  )
}

const DismissButton = () => (
  <button type="button" className="icon-button" aria-label="Close this note" onClick={clearChange}>
    <X className="icon" />
  </button>
)
