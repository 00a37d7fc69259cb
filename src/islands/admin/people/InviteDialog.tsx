import { type SubmitEvent, useState } from 'react'
import type { InvitationLink, invite as InviteCall } from '#contract/admin/people.ts'
import type { Input } from '#contract/endpoint.ts'
import { Field } from '#islands/ui/Field.tsx'
import { invite } from '#stores/admin/staff/people.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Dialog } from '../Dialog.tsx'
import { useTask } from '../useTask.ts'
import { CreatedLink } from './CreatedLink.tsx'
import type { Places } from './location-names.ts'
import { getMissingLocations, type Rights, RightsFields } from './RightsFields.tsx'

/** An address and rights; then the link, once. */
export function InviteDialog({ places, close }: { places: Places; close: () => void }) {
  const task = useTask()
  const [email, setEmail] = useState('')
  const [rights, setRights] = useState<Rights>({ role: 'desk', workplaces: [] })
  const [made, setMade] = useState<InvitationLink>()
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const missing = {
      ...(email.trim() === '' && { email: 'Enter their email address' }),
      ...getMissingLocations(rights),
    }
    if (Object.keys(missing).length > 0) return task.refuse(missing)
    setMade(await task.run(() => invite({ email, ...rights } as Input<typeof InviteCall>)))
  }
  return (
    <Dialog title={made ? `${made.invitation.email} is invited` : 'Invite somebody'} close={close}>
      {made ? (
        <CreatedLink made={made} close={close} />
      ) : (
        <form ref={task.form} noValidate onSubmit={submit}>
          <Alert problem={task.problem} />
          <Field
            id="invite-email"
            label="Email"
            hint="A link goes there by which they choose their name and password."
            error={task.fields.email}
          >
            {(control) => (
              <input
                {...control}
                type="email"
                autoComplete="off"
                maxLength={300}
                value={email}
                onChange={({ target }) => setEmail(target.value)}
              />
            )}
          </Field>
          <RightsFields rights={rights} locations={places} error={task.fields.workplaces} change={setRights} />
          <div className="admin-dialog-buttons">
            <button type="submit" className="button button-small" aria-disabled={task.busy || undefined}>
              {task.busy ? 'Inviting…' : 'Invite'}
            </button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
