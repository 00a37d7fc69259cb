import { useStore } from '@nanostores/react'
import { Check, CircleAlert, type LucideIcon, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { describeChanges } from '#contract/admin/audit-labels.ts'
import { MEMBERSHIP_LABELS } from '#domain/membership.ts'
import { IconButton, LinkButton } from '#islands/ui/buttons.tsx'
import {
  $membershipChange,
  clearChange,
  type MembershipChange,
  undoChange,
} from '#stores/admin/memberships/memberships.ts'

export function ChangeResult() {
  const change = useStore($membershipChange)
  return (
    <>
      <div role="status">{change.kind === 'saved' && <SavedNote change={change} />}</div>
      <div role="alert">
        {change.kind === 'conflict' && <ConflictNote change={change} />}
        {change.kind === 'rejected' && (
          <ResultNote className="note note-bad members-said" icon={CircleAlert}>
            <p>{change.problem ?? Object.values(change.fields).join('. ')}</p>
          </ResultNote>
        )}
      </div>
    </>
  )
}

const ResultNote = ({
  className,
  icon: Icon,
  children,
}: {
  className: string
  icon: LucideIcon
  children: ReactNode
}) => (
  <div className={className}>
    <Icon className="icon" aria-hidden="true" />
    {children}
    <IconButton icon={X} aria-label="Close this message" onClick={clearChange} />
  </div>
)

type ResultProps<Kind extends MembershipChange['kind']> = { change: Extract<MembershipChange, { kind: Kind }> }

const SavedNote = ({ change: { row, before } }: ResultProps<'saved'>) => (
  <ResultNote className="note note-good members-said" icon={Check}>
    <p>
      {row.customerName} is{' '}
      {row.status === before.status ? 'saved.' : `${MEMBERSHIP_LABELS[row.status].toLowerCase()} now.`}
    </p>
    <LinkButton onClick={() => void undoChange()}>Undo</LinkButton>
  </ResultNote>
)

const ConflictNote = ({ change: { row, before, after } }: ResultProps<'conflict'>) => (
  <ResultNote className="note note-warm members-said" icon={CircleAlert}>
    <div>
      <p>
        <b>Someone else changed {row.customerName} while you were editing.</b> Review the new values, then try again.
      </p>
      <ul>
        {describeChanges({ before, after }).map(({ field, from, to }) => (
          <li key={field}>
            {field}: {from} → {to}
          </li>
        ))}
      </ul>
    </div>
  </ResultNote>
)
