import { useRef, useState } from 'react'
import type { InvitationLink, InvitationView, invite as InviteCall } from '#contract/admin/people.ts'
import type { Input } from '#contract/endpoint.ts'
import { formatInstant } from '#domain/calendar.ts'
import { ROLE_LABELS } from '#domain/staff.ts'
import { DangerButton, QuietButton } from '#islands/ui/buttons.tsx'
import { invite, withdrawInvitation } from '#stores/admin/staff/people.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Dialog } from '../Dialog.tsx'
import { EmptyState } from '../load-states.tsx'
import { RemoveDialog } from '../RemoveDialog.tsx'
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
  const [withdrawing, setWithdrawing] = useState<InvitationView>()
  const heading = useRef<HTMLHeadingElement>(null)
  const withdraw = async ({ invitationId, email }: InvitationView) => {
    const withdrawn = await withdrawInvitation(invitationId)
    if (withdrawn.ok) setStatus(`The link for ${email} no longer works.`)
    return withdrawn
  }
  return (
    <section aria-labelledby="invitations">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 pt-8 max-sm:gap-y-3.5">
        <h2 id="invitations" className="heading-4 focus:outline-none" tabIndex={-1} ref={heading}>
          Invitations
        </h2>
        <p className="mute small" role="status">
          {status}
        </p>
      </div>
      <Alert problem={task.problem} />
      {invitations.length === 0 ? (
        <EmptyState title="No open invitations." isPart>
          Choose Invite staff to create a link for a colleague.
        </EmptyState>
      ) : (
        <ul className="mt-2 border-ledge border-t-2">
          {invitations.map((invitation) => (
            <li
              key={invitation.invitationId}
              className="grid min-h-16 grid-cols-1 items-center gap-x-6 gap-y-2 border-line border-b py-2 sm:grid-cols-1fr-auto-auto"
            >
              <div>
                <b className="wrap-anywhere">{invitation.email}</b>
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
              <div className="flex flex-wrap gap-2">
                {!invitation.forAccount && (
                  <QuietButton
                    aria-label={`New link for ${invitation.email}`}
                    busy={task.busy}
                    onClick={() => void createNewLink(invitation)}
                  >
                    New link
                  </QuietButton>
                )}
                <DangerButton
                  aria-label={`Withdraw the link for ${invitation.email}`}
                  aria-haspopup="dialog"
                  onClick={() => setWithdrawing(invitation)}
                >
                  Withdraw
                </DangerButton>
              </div>
            </li>
          ))}
        </ul>
      )}
      {withdrawing && (
        <RemoveDialog
          title="Withdraw the link"
          button="Withdraw"
          remove={() => withdraw(withdrawing)}
          close={() => setWithdrawing(undefined)}
          findNext={() => heading.current}
        >
          <p>
            The link that <b className="wrap-anywhere">{withdrawing.email}</b> received stops working at once.
          </p>
        </RemoveDialog>
      )}
      {createdLink && (
        <Dialog title={`A new link for ${createdLink.invitation.email}`} close={() => setCreatedLink(undefined)}>
          <CreatedLink created={createdLink} close={() => setCreatedLink(undefined)} />
        </Dialog>
      )}
    </section>
  )
}
