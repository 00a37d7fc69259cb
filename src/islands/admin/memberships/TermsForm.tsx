import { useStore } from '@nanostores/react'
import type { MembershipRow } from '#contract/admin/memberships.ts'
import { addDays, parseIsoDate } from '#domain/calendar.ts'
import { MAX_MEMBERSHIP_NOTES_LENGTH, MEMBERSHIP_LABELS } from '#domain/membership.ts'
import { QuietButton } from '#islands/ui/buttons.tsx'
import {
  $membershipChange,
  getTerms,
  type MembershipTerms,
  saveMembership,
} from '#stores/admin/memberships/memberships.ts'
import { Form } from '../form/Form.tsx'
import { bindFields, Checkbox, DateField, SelectField, TextAreaField } from '../form/fields.tsx'
import { ReasonField } from '../form/ReasonField.tsx'
import { COMPACT_FIELDS } from '../list/compact-fields.ts'
import { useFormDraft } from '../useFormDraft.ts'

interface TermsDraft {
  touched: Partial<MembershipTerms>
  reason: string
  /** The row before the first edit. */
  before?: MembershipRow
}
const EMPTY_DRAFT: TermsDraft = { touched: {}, reason: '' }

/** Edits a membership. Only touched fields are sent, so the others show a colleague's changes at once. */
export function TermsForm({ row }: { row: MembershipRow }) {
  const change = useStore($membershipChange)
  const [draft, setDraft, getCurrentDraft] = useFormDraft(`membership/${row.membershipId}`, EMPTY_DRAFT)
  const { touched, reason, before = row } = draft
  const isTouched = Object.keys(touched).length > 0
  const terms = { ...getTerms(row), ...touched }
  const fields = change.kind === 'rejected' && change.membershipId === row.membershipId ? change.fields : {}
  const busy = change.kind === 'saving'

  function touch(terms: Partial<MembershipTerms>) {
    setDraft({ ...draft, before: isTouched ? before : row, touched: { ...touched, ...terms } })
  }
  const field = bindFields(terms, touch, fields)
  const discard = () => setDraft(EMPTY_DRAFT)
  async function submit() {
    if (!isTouched) return
    const isSaved = await saveMembership(before, { ...touched, ...(reason.trim() && { reason: reason.trim() }) })
    const current = getCurrentDraft()
    if (isSaved && (current === draft || current === EMPTY_DRAFT)) return discard()
    const outcome = $membershipChange.get()
    // After a conflict the next save starts from the row that was shown.
    if (outcome.kind === 'conflict' || outcome.kind === 'saved') setDraft({ ...current, before: outcome.row })
  }

  return (
    <Form
      className={`grid gap-3.5 ${COMPACT_FIELDS}`}
      rowClass="sticky -bottom-5 -mx-5 flex flex-wrap gap-2.5 border-line border-t bg-paper-raised px-5 py-3 max-sm:-bottom-40"
      button="Save"
      busy={!isTouched || busy}
      beside={isTouched && <QuietButton onClick={discard}>Discard</QuietButton>}
      send={submit}
    >
      <div className="field-row gap-3">
        <DateField id="member-start" label="Start" {...field('startDate')} />
        <DateField
          id="member-end"
          label="Last day"
          value={shiftDate(terms.endDate, -1)}
          error={fields.endDate}
          onChange={(lastDay) => touch({ endDate: shiftDate(lastDay, 1) })}
        />
      </div>
      <p className="hint -mt-2 text-label">Changing dates here does not reserve seats. Only bookings reserve seats.</p>
      <SelectField id="member-status" label="Status" options={MEMBERSHIP_LABELS} {...field('status')} />
      <Checkbox checked={terms.autoRenew} onChange={(autoRenew) => touch({ autoRenew })}>
        <b>Renewal requested</b>
        <span className="hint">
          The member also gets a reminder 30 days before the end. Nothing is booked or charged automatically.
        </span>
      </Checkbox>
      <TextAreaField
        id="member-notes"
        label="Notes for staff"
        rows={2}
        maxLength={MAX_MEMBERSHIP_NOTES_LENGTH}
        {...field('notes')}
      />
      {isTouched && (
        <ReasonField
          id="member-reason"
          label="Reason"
          optional
          hint="Saved in the audit log."
          value={reason}
          onChange={(reason) => setDraft({ ...draft, reason })}
        />
      )}
    </Form>
  )
}

/** Of a field that may be empty. The end date is the day after the last day. */
function shiftDate(text: string, days: number): string {
  const date = parseIsoDate(text)
  return date ? addDays(date, days) : text
}
