import { useRef, useState } from 'react'
import type { InvitationLink, InvitationView, invite as InviteCall } from '#contract/admin/people.ts'
import type { Input } from '#contract/endpoint.ts'
import { formatInstant } from '#domain/calendar.ts'
import { QuietButton } from '#islands/ui/buttons.tsx'
import { invite, withdrawInvitation } from '#stores/admin/staff/people.ts'
import { Alert } from '../../ui/Alert.tsx'
import { DangerButton } from '../DangerButton.tsx'
import { Dialog } from '../Dialog.tsx'
import { EmptyState } from '../load-states.tsx'
import { RemoveDialog } from '../RemoveDialog.tsx'
import { TableHead } from '../TableHead.tsx'
import { useTask } from '../useTask.ts'
import { CreatedLink } from './CreatedLink.tsx'
import type { LocationNames } from './location-names.ts'
import { PEOPLE_COLUMNS, RoleAndLocations } from './RoleAndLocations.tsx'

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
        <table className="table">
          <caption className="visually-hidden">Open invitations</caption>
          <TableHead
            columns={{
              Name: PEOPLE_COLUMNS.name,
              'Role and locations': PEOPLE_COLUMNS.role,
              Link: '',
              Action: 'text-right',
            }}
          />
          <tbody>
            {invitations.map((invitation) => (
              <tr key={invitation.invitationId}>
                <th scope="row" className="cell-name wrap-anywhere max-sm:col-span-full">
                  {invitation.email}
                </th>
                <td className="cell-plan max-sm:col-span-full">
                  {invitation.forAccount ? (
                    'A new password'
                  ) : (
                    <RoleAndLocations {...invitation} locations={locations} />
                  )}
                </td>
                <td className="num max-sm:col-span-full">
                  {invitation.expired ? (
                    <span className="tag tag-no text-12">Expired</span>
                  ) : (
                    `Link valid until ${formatInstant(Date.parse(invitation.expiresAt))}`
                  )}
                </td>
                <td className="max-sm:col-span-full max-sm:mt-2">
                  <div className="flex flex-wrap gap-2 sm:justify-end">
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
                </td>
              </tr>
            ))}
          </tbody>
        </table>
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
