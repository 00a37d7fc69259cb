import { useEffect, useRef } from 'react'
import type { InvitationLink } from '#contract/admin/people.ts'
import { formatInstant } from '#domain/calendar.ts'
import { Field } from '#islands/ui/Field.tsx'
import { CopyButton } from '../CopyButton.tsx'

/** A link that was mailed, and is shown this once for whoever sits beside the one it is for. */
export function CreatedLink({ made: { invitation, link }, close }: { made: InvitationLink; close: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  return (
    <div className="people-link">
      <p role="status">
        The link is on its way to {invitation.email}. It works once, until{' '}
        {formatInstant(Date.parse(invitation.expiresAt))}.
      </p>
      <Field id="people-link" label="The same link, shown this once">
        {(control) => <input {...control} ref={field} readOnly value={link} />}
      </Field>
      <div className="admin-dialog-buttons">
        <CopyButton text={link}>Copy link</CopyButton>
        <button type="button" className="button button-small" onClick={close}>
          Done
        </button>
      </div>
    </div>
  )
}
