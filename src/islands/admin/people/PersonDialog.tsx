import { type SubmitEvent, useState } from 'react'
import type { changePerson as ChangeCall, InvitationLink, PersonView } from '#contract/admin/people.ts'
import type { Input } from '#contract/endpoint.ts'
import { changePerson, createPasswordLink, resetTwoFactor } from '#stores/admin/staff/people.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Dialog } from '../Dialog.tsx'
import { useTask } from '../useTask.ts'
import { CreatedLink } from './CreatedLink.tsx'
import type { Places } from './location-names.ts'
import { getMissingLocations, type Rights, RightsFields } from './RightsFields.tsx'

interface Props {
  person: PersonView
  locations: Places
  close: () => void
}

/** One account of somebody else: rights, and what lets them in. */
export function PersonDialog({ person, locations, close }: Props) {
  // Here, so that what it says stays when the form begins anew with what somebody else has changed.
  const rights = useTask()
  const [made, setMade] = useState<InvitationLink>()
  const name = person.name || person.email
  return (
    <Dialog title={made ? `A new password for ${name}` : name} close={close}>
      {made ? (
        <CreatedLink made={made} close={close} />
      ) : (
        <>
          {person.disabledAt ? (
            <p className="note note-bad">This account is disabled: nobody can sign in with it.</p>
          ) : (
            <ChangeRights key={person.version} task={rights} person={person} locations={locations} done={close} />
          )}
          <Access person={person} linked={setMade} />
        </>
      )}
    </Dialog>
  )
}

interface ChangeRightsProps {
  task: ReturnType<typeof useTask>
  person: PersonView
  locations: Places
  done: () => void
}

function ChangeRights({ task, person, locations, done }: ChangeRightsProps) {
  const [rights, setRights] = useState<Rights>({ role: person.role, workplaces: person.workplaces })
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const missing = getMissingLocations(rights)
    if (missing) return task.refuse(missing)
    const wanted = { version: person.version, ...rights } as Input<typeof ChangeCall>
    const isChanged = await task.run(() => changePerson(person.staffId, wanted))
    // Whoever closed it meanwhile may have opened somebody else.
    if (isChanged && task.form.current) done()
  }
  return (
    <form ref={task.form} noValidate onSubmit={submit}>
      <Alert problem={task.problem} />
      <RightsFields rights={rights} locations={locations} error={task.fields.workplaces} change={setRights} />
      <div className="admin-dialog-buttons">
        <button type="submit" className="button button-small" aria-disabled={task.busy || undefined}>
          {task.busy ? 'Saving…' : 'Save'}
        </button>
      </div>
    </form>
  )
}

interface AccessProps {
  person: PersonView
  linked: (made: InvitationLink) => void
}

function Access({ person: { staffId, version, disabledAt, twoFactor }, linked }: AccessProps) {
  const task = useTask()
  const [said, setSaid] = useState('')
  const does = (ask: () => ReturnType<typeof changePerson>, words: string) => async () => {
    if (await task.run(ask)) setSaid(words)
  }
  const link = async () => {
    const made = await task.run(() => createPasswordLink(staffId))
    if (made) linked(made)
  }
  const setDisabled = (disabled: boolean) => () => changePerson(staffId, { version, disabled })
  return (
    <section className="people-access" aria-labelledby="people-access">
      <h3 id="people-access">Getting in</h3>
      <Alert problem={task.problem} />
      <p role="status">{said}</p>
      {disabledAt ? (
        <AccessAction
          label="Enable"
          about="They sign in again with the password they had."
          busy={task.busy}
          act={does(setDisabled(false), 'Enabled.')}
        />
      ) : (
        <>
          <AccessAction
            label="New password"
            about="Sends them a link by which they choose another."
            busy={task.busy}
            act={() => void link()}
          />
          {twoFactor && (
            <AccessAction
              label="Reset two-factor"
              about="For a lost telephone: their password alone signs them in until they set it up again."
              busy={task.busy}
              act={does(() => resetTwoFactor(staffId), 'Two-factor sign-in is reset.')}
            />
          )}
          <AccessAction
            label="Disable"
            about="Signs them out everywhere, at once. What they did stays in the audit."
            busy={task.busy}
            act={does(setDisabled(true), 'Disabled, and signed out everywhere.')}
          />
        </>
      )}
    </section>
  )
}

const AccessAction = ({
  label,
  about,
  busy,
  act,
}: {
  label: string
  about: string
  busy: boolean
  act: () => void
}) => (
  <div className="people-act">
    <p className="mute">{about}</p>
    <button
      type="button"
      className="button button-quiet button-small"
      aria-disabled={busy || undefined}
      onClick={() => void act()}
    >
      {label}
    </button>
  </div>
)
