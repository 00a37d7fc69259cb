import { useState } from 'react'
import type { InvitationLink, InvitationView, invite as InviteCall } from '#contract/admin/people.ts'
import type { Input } from '#contract/endpoint.ts'
import { formatInstant } from '#domain/calendar.ts'
import { ROLE_LABELS } from '#domain/staff.ts'
import { QuietButton } from '#islands/ui/buttons.tsx'
import { invite, withdrawInvitation } from '#stores/admin/staff/people.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Dialog } from '../Dialog.tsx'
import { useTask } from '../useTask.ts'
import { CreatedLink } from './CreatedLink.tsx'
import { formatAssignedLocations, type LocationNames } from './location-names.ts'

interface Props {
  invitations: readonly InvitationView[]
  locations: LocationNames
}

export function Invitations({ invitations, locations }: Props) {
  const task = useTask()
  const [status, setStatus] = useState('')
  const [createdLink, setCreatedLink] = useState<InvitationLink>()
  const createNewLink = async ({ email, role, workplaces }: InvitationView) =>
    setCreatedLink(await task.run(() => invite({ email, role, workplaces } as Input<typeof InviteCall>)))
  const withdraw = async ({ invitationId, email }: InvitationView) => {
    if (await task.run(() => withdrawInvitation(invitationId))) setStatus(`The link for ${email} no longer works.`)
  }
  return (
    <section aria-labelledby="invitations">
      <div className="admin-head-row admin-section-head people-section">
        <h2 id="invitations" className="heading-4">
          Invitations
        </h2>
        <p className="mute small" role="status">
          {status}
        </p>
      </div>
      <Alert problem={task.problem} />
      {invitations.length === 0 ? (
        <p className="mute people-none">No open invitations.</p>
      ) : (
        <ul className="people-invitations">
          {invitations.map((invitation) => (
            <li key={invitation.invitationId}>
              <div>
                <b>{invitation.email}</b>
                <p className="mute">
                  {invitation.forAccount
                    ? 'A new password'
                    : `${ROLE_LABELS[invitation.role]}, ${formatAssignedLocations(invitation.workplaces, locations)}`}
                </p>
              </div>
              <p className="num">
                {invitation.expired ? (
                  <span className="tag tag-no">Expired</span>
                ) : (
                  `Until ${formatInstant(Date.parse(invitation.expiresAt))}`
                )}
              </p>
              <div className="people-buttons">
                {!invitation.forAccount && (
                  <QuietButton
                    aria-label={`New link for ${invitation.email}`}
                    busy={task.busy}
                    onClick={() => void createNewLink(invitation)}
                  >
                    New link
                  </QuietButton>
                )}
                <QuietButton
                  aria-label={`Withdraw the link for ${invitation.email}`}
                  busy={task.busy}
                  onClick={() => void withdraw(invitation)}
                >
                  Withdraw
                </QuietButton>
              </div>
            </li>
          ))}
        </ul>
      )}
      {createdLink && (
        <Dialog title={`A new link for ${createdLink.invitation.email}`} close={() => setCreatedLink(undefined)}>
          <CreatedLink created={createdLink} close={() => setCreatedLink(undefined)} />
        </Dialog>
      )}
    </section>
  )
}
