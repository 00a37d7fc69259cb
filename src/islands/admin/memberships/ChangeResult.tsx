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
          <ResultNote className="note-bad" icon={CircleAlert}>
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
  <div className={`note mb-3 items-start ${className}`}>
    <Icon className="icon" aria-hidden="true" />
    {children}
    <IconButton
      icon={X}
      className="icon-button -my-2.5 -mr-2 ml-auto"
      aria-label="Close this message"
      onClick={clearChange}
    />
  </div>
)

interface ResultProps<Kind extends MembershipChange['kind']> {
  change: Extract<MembershipChange, { kind: Kind }>
}

const SavedNote = ({ change: { row, before } }: ResultProps<'saved'>) => (
  <ResultNote className="note-good" icon={Check}>
    <p>
      {row.customerName} is{' '}
      {row.status === before.status ? 'saved.' : `${MEMBERSHIP_LABELS[row.status].toLowerCase()} now.`}
    </p>
    <LinkButton className="link min-h-11" onClick={() => void undoChange()}>
      Undo
    </LinkButton>
  </ResultNote>
)

const ConflictNote = ({ change: { row, before, after } }: ResultProps<'conflict'>) => (
  <ResultNote className="note-warm" icon={CircleAlert}>
    <div>
      <p>
        <b>Someone else changed {row.customerName} while you were editing.</b> Review the new values, then try again.
      </p>
      {/* Notes can have 2,000 characters: the buttons below stay within reach. */}
      <ul className="wrap-anywhere max-h-14lh overflow-y-auto">
        {describeChanges({ subject: 'membership', before, after }).map(({ field, from, to }) => (
          <li key={field} className="mt-1 font-strong">
            {field}: {from} → {to}
          </li>
        ))}
      </ul>
    </div>
  </ResultNote>
)
