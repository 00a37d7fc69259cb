import { type ComponentProps, useState } from 'react'
import type { changePerson as ChangeCall, InvitationLink, PersonView } from '#contract/admin/people.ts'
import type { Input } from '#contract/endpoint.ts'
import { QuietButton } from '#islands/ui/buttons.tsx'
import { changePerson, createPasswordLink, resetTwoFactor } from '#stores/admin/staff/people.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Dialog } from '../Dialog.tsx'
import { TaskForm } from '../form/Form.tsx'
import { type Task, useTask } from '../useTask.ts'
import { CreatedLink } from './CreatedLink.tsx'
import type { LocationNames } from './location-names.ts'
import { getMissingLocations, type Rights, RightsFields } from './RightsFields.tsx'

interface Props {
  person: PersonView
  locations: LocationNames
  close: () => void
}

export function PersonDialog({ person, locations, close }: Props) {
  // Above the keyed form, so that its problem survives the remount after a colleague's change.
  const rightsTask = useTask()
  const [createdLink, setCreatedLink] = useState<InvitationLink>()
  const name = person.name || person.email
  return (
    <Dialog title={createdLink ? `A new password for ${name}` : name} close={close}>
      {createdLink ? (
        <CreatedLink created={createdLink} close={close} />
      ) : (
        <>
          {person.disabledAt ? (
            <p className="note note-bad">This account is disabled and cannot sign in.</p>
          ) : (
            <RightsForm key={person.version} task={rightsTask} person={person} locations={locations} done={close} />
          )}
          <AccountAccess person={person} onLinkCreated={setCreatedLink} />
        </>
      )}
    </Dialog>
  )
}

interface RightsFormProps {
  task: Task
  person: PersonView
  locations: LocationNames
  done: () => void
}

function RightsForm({ task, person, locations, done }: RightsFormProps) {
  const [rights, setRights] = useState<Rights>({ role: person.role, workplaces: person.workplaces })
  const send = async () => {
    const errors = getMissingLocations(rights)
    if (errors) return task.setFieldErrors(errors)
    const change = { version: person.version, ...rights } as Input<typeof ChangeCall>
    const isChanged = await task.run(() => changePerson(person.staffId, change))
    // The dialog of another person may be open by now.
    if (isChanged && task.form.current) done()
  }
  return (
    <TaskForm task={task} button={task.busy ? 'Saving…' : 'Save'} send={send}>
      <Alert problem={task.problem} />
      <RightsFields rights={rights} locations={locations} error={task.fields.workplaces} change={setRights} />
    </TaskForm>
  )
}

interface AccountAccessProps {
  person: PersonView
  onLinkCreated: (createdLink: InvitationLink) => void
}

function AccountAccess({ person: { staffId, version, disabledAt, twoFactor }, onLinkCreated }: AccountAccessProps) {
  const task = useTask()
  const [status, setStatus] = useState('')
  const run = async (send: () => ReturnType<typeof changePerson>, message: string) => {
    if (await task.run(send)) setStatus(message)
  }
  const createLink = async () => {
    const createdLink = await task.run(() => createPasswordLink(staffId))
    if (createdLink) onLinkCreated(createdLink)
  }
  const setDisabled = (disabled: boolean) => () => changePerson(staffId, { version, disabled })
  return (
    <section className="mt-6 grid gap-3 border-line-2 border-t pt-4" aria-labelledby="people-access">
      <h3 id="people-access" className="font-strong">
        Access
      </h3>
      <Alert problem={task.problem} />
      <p role="status">{status}</p>
      {disabledAt ? (
        <AccessAction
          about="They can sign in again with their old password."
          busy={task.busy}
          onClick={() => void run(setDisabled(false), 'Account enabled.')}
        >
          Enable
        </AccessAction>
      ) : (
        <>
          <AccessAction
            about="Sends a link for choosing a new password."
            busy={task.busy}
            onClick={() => void createLink()}
          >
            New password
          </AccessAction>
          {twoFactor && (
            <AccessAction
              about="For a lost phone: they sign in with their password only until they set it up again."
              busy={task.busy}
              onClick={() => void run(() => resetTwoFactor(staffId), 'Two-factor sign-in is reset.')}
            >
              Reset two-factor
            </AccessAction>
          )}
          <AccessAction
            about="Signs them out everywhere immediately. Their audit entries remain."
            busy={task.busy}
            onClick={() => void run(setDisabled(true), 'Account disabled and signed out everywhere.')}
          >
            Disable
          </AccessAction>
        </>
      )}
    </section>
  )
}

const AccessAction = ({ about, ...button }: ComponentProps<typeof QuietButton> & { about: string }) => (
  <div className="grid grid-cols-1fr-152 items-center gap-4">
    <p className="mute">{about}</p>
    <QuietButton {...button} />
  </div>
)
