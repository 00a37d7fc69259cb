import { useState } from 'react'
import type { InvitationLink, InvitationView, invite as InviteCall } from '#contract/admin/people.ts'
import type { Input } from '#contract/endpoint.ts'
import { formatInstant } from '#domain/calendar.ts'
import { ROLE_LABELS } from '#domain/staff.ts'
import { invite, withdrawInvitation } from '#stores/admin/staff/people.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Dialog } from '../Dialog.tsx'
import { useTask } from '../useTask.ts'
import { CreatedLink } from './CreatedLink.tsx'
import { type Places, placeNames } from './location-names.ts'

interface Props {
  invitations: readonly InvitationView[]
  locations: Places
}

/** Links that nobody has taken up. */
export function Invitations({ invitations, locations }: Props) {
  const task = useTask()
  const [said, setSaid] = useState('')
  const [made, setMade] = useState<InvitationLink>()
  const renew = async ({ email, role, workplaces }: InvitationView) =>
    setMade(await task.run(() => invite({ email, role, workplaces } as Input<typeof InviteCall>)))
  const remove = async ({ invitationId, email }: InvitationView) => {
    if (await task.run(() => withdrawInvitation(invitationId))) setSaid(`The link for ${email} is worth nothing now.`)
  }
  return (
    <section aria-labelledby="invitations">
      <div className="admin-head-row admin-section-head people-section">
        <h2 id="invitations" className="heading-4">
          Invitations
        </h2>
        <p className="mute small" role="status">
          {said}
        </p>
      </div>
      <Alert problem={task.problem} />
      {invitations.length === 0 ? (
        <p className="mute people-none">Nobody is invited at the moment.</p>
      ) : (
        <ul className="people-invitations">
          {invitations.map((invitation) => (
            <li key={invitation.invitationId}>
              <div>
                <b>{invitation.email}</b>
                <p className="mute">
                  {invitation.forAccount
                    ? 'A new password'
                    : `${ROLE_LABELS[invitation.role]}, ${placeNames(invitation.workplaces, locations)}`}
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
                  <button
                    type="button"
                    className="button button-quiet button-small"
                    aria-label={`New link for ${invitation.email}`}
                    aria-disabled={task.busy || undefined}
                    onClick={() => void renew(invitation)}
                  >
                    New link
                  </button>
                )}
                <button
                  type="button"
                  className="button button-quiet button-small"
                  aria-label={`Withdraw the link for ${invitation.email}`}
                  aria-disabled={task.busy || undefined}
                  onClick={() => void remove(invitation)}
                >
                  Withdraw
                </button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {made && (
        <Dialog title={`A new link for ${made.invitation.email}`} close={() => setMade(undefined)}>
          <CreatedLink made={made} close={() => setMade(undefined)} />
        </Dialog>
      )}
    </section>
  )
}
