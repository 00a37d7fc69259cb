import { useStore } from '@nanostores/react'
import type { SubmitEvent } from 'react'
import type { MembershipRow } from '#contract/admin/memberships.ts'
import { REASON_LENGTH } from '#domain/audit.ts'
import {
  MAX_MEMBERSHIP_NOTES_LENGTH,
  MEMBERSHIP_LABELS,
  MEMBERSHIP_STATES,
  type MembershipState,
} from '#domain/membership.ts'
import { Field, TextField } from '#islands/ui/Field.tsx'
import {
  $membershipChange,
  getTerms,
  type MembershipTerms,
  saveMembership,
} from '#stores/admin/memberships/memberships.ts'
import { useFormDraft } from '../useFormDraft.ts'

interface TermsDraft {
  touched: Partial<MembershipTerms>
  reason: string
  /** The row as it was when the first field was touched. */
  before?: MembershipRow
}
const EMPTY_DRAFT: TermsDraft = { touched: {}, reason: '' }

/**
 * What staff change of a membership. Only what was touched is sent: what somebody else changes meanwhile shows in the
 * fields at once, or, where both touched it, is said before anything is saved.
 */
export function TermsForm({ row }: { row: MembershipRow }) {
  const changing = useStore($membershipChange)
  const [typed, setTyped, typedByNow] = useFormDraft(`membership/${row.membershipId}`, EMPTY_DRAFT)
  const { touched, reason, before = row } = typed
  const isTouched = Object.keys(touched).length > 0
  const terms = { ...getTerms(row), ...touched }
  const fields = changing.kind === 'refused' && changing.membershipId === row.membershipId ? changing.fields : {}
  const busy = changing.kind === 'saving'

  function touch(change: Partial<MembershipTerms>) {
    setTyped({ ...typed, before: isTouched ? before : row, touched: { ...touched, ...change } })
  }
  const discard = () => setTyped(EMPTY_DRAFT)
  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isTouched) return
    const isSaved = await saveMembership(before, { ...touched, ...(reason.trim() && { reason: reason.trim() }) })
    const now = typedByNow()
    if (isSaved && (now === typed || now === EMPTY_DRAFT)) return discard()
    const outcome = $membershipChange.get()
    // Whoever was overtaken has now been shown what it is; whoever has typed on goes on from what was saved.
    if (outcome.kind === 'overtaken' || outcome.kind === 'saved') setTyped({ ...now, before: outcome.row })
  }

  return (
    <form className="drawer-form" noValidate onSubmit={submit}>
      <div className="field-row">
        <Field id="member-start" label="Start" error={fields.startDate}>
          {(control) => (
            <input
              {...control}
              type="date"
              value={terms.startDate}
              onChange={({ target }) => touch({ startDate: target.value })}
            />
          )}
        </Field>
        <Field id="member-end" label="End" error={fields.endDate}>
          {(control) => (
            <input
              {...control}
              type="date"
              value={terms.endDate}
              onChange={({ target }) => touch({ endDate: target.value })}
            />
          )}
        </Field>
      </div>
      <p className="hint">Dates alone take no seats: seats belong to bookings.</p>
      <Field id="member-status" label="Status" error={fields.status}>
        {(control) => (
          <select
            {...control}
            value={terms.status}
            onChange={({ target }) => touch({ status: target.value as MembershipState })}
          >
            {MEMBERSHIP_STATES.map((status) => (
              <option key={status} value={status}>
                {MEMBERSHIP_LABELS[status]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <label className="admin-check">
        <input
          type="checkbox"
          checked={terms.autoRenew}
          onChange={({ target }) => touch({ autoRenew: target.checked })}
        />
        <span>
          <b>Asked to renew</b>
          <span className="hint">
            The member is reminded 30 days before the end too. Nothing is booked or charged automatically.
          </span>
        </span>
      </label>
      <Field id="member-notes" label="Notes" hint="For staff alone." error={fields.notes}>
        {(control) => (
          <textarea
            {...control}
            rows={3}
            maxLength={MAX_MEMBERSHIP_NOTES_LENGTH}
            value={terms.notes}
            onChange={({ target }) => touch({ notes: target.value })}
          />
        )}
      </Field>
      {isTouched && (
        <TextField
          id="member-reason"
          label="Why"
          optional
          hint="Kept in the audit."
          maxLength={REASON_LENGTH.most}
          value={reason}
          onChange={(reason) => setTyped({ ...typed, reason })}
        />
      )}
      <div className="drawer-actions">
        <button type="submit" className="button button-small" aria-disabled={!isTouched || busy}>
          Save
        </button>
        {isTouched && (
          <button type="button" className="button button-quiet button-small" onClick={discard}>
            Discard
          </button>
        )}
      </div>
    </form>
  )
}
