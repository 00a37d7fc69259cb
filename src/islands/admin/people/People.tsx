import { useStore } from '@nanostores/react'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { PersonView } from '#contract/admin/people.ts'
import { formatInstant } from '#domain/calendar.ts'
import { ROLE_LABELS } from '#domain/staff.ts'
import type { StaffScreen } from '#stores/admin/screen.ts'
import { $people, readPeople } from '#stores/admin/staff/people.ts'
import { AdminShell } from '../AdminShell.tsx'
import { HydratedButton } from '../HydratedButton.tsx'
import { LoadError } from '../LoadError.tsx'
import { Skeleton } from '../Skeleton.tsx'
import type { ScreenProps } from '../screens.ts'
import { useStaffScreen } from '../useStaffScreen.ts'
import { Invitations } from './Invitations.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { PersonDialog } from './PersonDialog.tsx'
import './people.css'
import { type Places, placeNames } from './location-names.ts'

const SCREEN = { read: readPeople, receiveBooking: () => {} } satisfies StaffScreen
export default ({ brand, locations }: ScreenProps) => (
  <AdminShell path="/admin/people" brand={brand}>
    <People places={locations} />
  </AdminShell>
)

/** Who works here, what they may do and where, and who is invited. */
function People({ places }: { places: Places }) {
  useStaffScreen(SCREEN)
  const { people, invitations, failure } = useStore($people, { ssr: 'initial' })
  const [inviting, setInviting] = useState(false)
  const [chosen, setChosen] = useState<string>()
  const person = people?.find(({ staffId }) => staffId === chosen)
  return (
    <>
      <div className="admin-head-row">
        <h1 className="admin-title">People</h1>
        <HydratedButton className="button button-small" onClick={() => setInviting(true)}>
          <UserPlus className="icon" aria-hidden="true" />
          Invite somebody
        </HydratedButton>
      </div>
      {failure && <LoadError failure={failure} onRetry={() => void readPeople()} />}
      {!people && !failure && <Skeleton />}
      {people && <PeopleTable people={people} locations={places} choose={setChosen} />}
      {people && <Invitations invitations={invitations} locations={places} />}
      {inviting && <InviteDialog places={places} close={() => setInviting(false)} />}
      {person && <PersonDialog person={person} locations={places} close={() => setChosen(undefined)} />}
    </>
  )
}

interface PeopleTableProps {
  people: readonly PersonView[]
  locations: Places
  choose: (staffId: string) => void
}

const PeopleTable = ({ people, locations, choose }: PeopleTableProps) => (
  <table className="table people-table">
    <caption className="visually-hidden">Staff accounts</caption>
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Role and places</th>
        <th scope="col">Sign-in</th>
        <th scope="col" className="cell-more">
          Last here
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
            <small>{placeNames(person.workplaces, locations)}</small>
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
              <button
                type="button"
                className="button button-quiet button-small"
                aria-label={`Change ${person.name || person.email}`}
                onClick={() => choose(person.staffId)}
              >
                Change
              </button>
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
