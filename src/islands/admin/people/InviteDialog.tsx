import { useState } from 'react'
import type { InvitationLink, invite as InviteCall } from '#contract/admin/people.ts'
import type { Input } from '#contract/endpoint.ts'
import { invite } from '#stores/admin/staff/people.ts'
import { Alert } from '../../ui/Alert.tsx'
import { DIALOG_FOOT, Dialog } from '../Dialog.tsx'
import { TaskForm } from '../form/Form.tsx'
import { TextField } from '../form/fields.tsx'
import { useTask } from '../useTask.ts'
import { CreatedLink } from './CreatedLink.tsx'
import type { LocationNames } from './location-names.ts'
import { getMissingLocations, type Rights, RightsFields } from './RightsFields.tsx'

export function InviteDialog({ locations, close }: { locations: LocationNames; close: () => void }) {
  const task = useTask()
  const [email, setEmail] = useState('')
  const [rights, setRights] = useState<Rights>({ role: 'desk', workplaces: [] })
  const [createdLink, setCreatedLink] = useState<InvitationLink>()
  const send = async () => {
    const errors = {
      ...(email.trim() === '' && { email: 'Enter their email address' }),
      ...getMissingLocations(rights),
    }
    if (Object.keys(errors).length > 0) return task.setFieldErrors(errors)
    setCreatedLink(await task.run(() => invite({ email, ...rights } as Input<typeof InviteCall>)))
  }
  return (
    <Dialog title={createdLink ? `${createdLink.invitation.email} is invited` : 'Invite staff'} close={close}>
      {createdLink ? (
        <CreatedLink created={createdLink} close={close} />
      ) : (
        <TaskForm
          task={task}
          rowClass={DIALOG_FOOT}
          button={task.busy ? 'Inviting…' : 'Invite'}
          cancel={close}
          send={send}
        >
          <Alert problem={task.problem} />
          <TextField
            id="invite-email"
            label="Email"
            hint="We send a link to this address for choosing a name and password."
            error={task.fields.email}
            type="email"
            maxLength={300}
            value={email}
            onChange={setEmail}
          />
          <RightsFields rights={rights} locations={locations} error={task.fields.workplaces} change={setRights} />
        </TaskForm>
      )}
    </Dialog>
  )
}
