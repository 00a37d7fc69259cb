import { useEffect, useRef } from 'react'
import type { InvitationLink } from '#contract/admin/people.ts'
import { formatInstant } from '#domain/calendar.ts'
import { SmallButton } from '#islands/ui/buttons.tsx'
import { Field } from '#islands/ui/Field.tsx'
import { CopyButton } from '../CopyButton.tsx'

/** The link was emailed; it is shown once so that it can also be handed over. */
export function CreatedLink({ created: { invitation, link }, close }: { created: InvitationLink; close: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  return (
    <div className="grid gap-4.5">
      <p role="status">
        The link is being sent to {invitation.email}. It works once, until{' '}
        {formatInstant(Date.parse(invitation.expiresAt))}.
      </p>
      <Field id="people-link" label="The same link, shown only once">
        {(control) => <input {...control} ref={field} readOnly value={link} />}
      </Field>
      <div className="flex flex-wrap gap-2.5">
        <CopyButton text={link}>Copy link</CopyButton>
        <SmallButton onClick={close}>Done</SmallButton>
      </div>
    </div>
  )
}
