import { useStore } from '@nanostores/react'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { PersonView } from '#contract/admin/people.ts'
import { formatInstant } from '#domain/calendar.ts'
import { ROLE_LABELS } from '#domain/staff.ts'
import { QuietButton } from '#islands/ui/buttons.tsx'
import { $people, readPeople } from '#stores/admin/staff/people.ts'
import { createStaffScreen } from '../create-staff-screen.tsx'
import { HydratedButton } from '../HydratedButton.tsx'
import { LoadState } from '../load-states.tsx'
import type { ScreenProps } from '../screens.ts'
import { Invitations } from './Invitations.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { PersonDialog } from './PersonDialog.tsx'
import './people.css'
import { formatAssignedLocations, type LocationNames } from './location-names.ts'

export default createStaffScreen('/admin/people', { read: readPeople }, People)

function People({ locations }: ScreenProps) {
  const { people, invitations, failure } = useStore($people, { ssr: 'initial' })
  const [isInviteOpen, setInviteOpen] = useState(false)
  const [selectedId, setSelectedId] = useState<string>()
  const person = people?.find(({ staffId }) => staffId === selectedId)
  return (
    <>
      <div className="admin-head-row">
        <h1 className="admin-title">People</h1>
        <HydratedButton className="button button-small" onClick={() => setInviteOpen(true)}>
          <UserPlus className="icon" aria-hidden="true" />
          Invite staff
        </HydratedButton>
      </div>
      <LoadState data={people} failure={failure} retry={readPeople} />
      {people && <PeopleTable people={people} locations={locations} select={setSelectedId} />}
      {people && <Invitations invitations={invitations} locations={locations} />}
      {isInviteOpen && <InviteDialog locations={locations} close={() => setInviteOpen(false)} />}
      {person && <PersonDialog person={person} locations={locations} close={() => setSelectedId(undefined)} />}
    </>
  )
}

interface PeopleTableProps {
  people: readonly PersonView[]
  locations: LocationNames
  select: (staffId: string) => void
}

const PeopleTable = ({ people, locations, select }: PeopleTableProps) => (
  <table className="table people-table">
    <caption className="visually-hidden">Staff accounts</caption>
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Role and locations</th>
        <th scope="col">Sign-in</th>
        <th scope="col" className="cell-more">
          Last active
        </th>
        <th scope="col" className="right">
          <span className="visually-hidden">Change</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {people.map((person) => (
        <tr key={person.staffId} className={person.disabledAt ? 'people-off' : undefined}>
          <th scope="row" className="cell-name">
            {person.name || person.email}
            <small>{person.name ? person.email : 'No name yet'}</small>
          </th>
          <td className="cell-plan">
            {ROLE_LABELS[person.role]}
            <span className="people-comma">, </span>
            <small>{formatAssignedLocations(person.workplaces, locations)}</small>
          </td>
          <td className="cell-status">
            <SignInTag person={person} />
          </td>
          <td className="cell-more">{person.seenAt ? formatInstant(Date.parse(person.seenAt)) : 'Never'}</td>
          <td className="cell-amount">
            {person.self ? (
              <a className="link" href="/admin/account">
                Your account
              </a>
            ) : (
              <QuietButton aria-label={`Change ${person.name || person.email}`} onClick={() => select(person.staffId)}>
                Change
              </QuietButton>
            )}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

function SignInTag({ person: { disabledAt, twoFactor } }: { person: PersonView }) {
  if (disabledAt) return <span className="tag tag-no">Disabled</span>
  return twoFactor ? <span className="tag tag-ok">Two-factor</span> : <span className="tag tag-line">Password</span>
}
