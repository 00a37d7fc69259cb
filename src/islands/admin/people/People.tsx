import { useStore } from '@nanostores/react'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { PersonView } from '#contract/admin/people.ts'
import { formatInstant } from '#domain/calendar.ts'
import { QuietButton } from '#islands/ui/buttons.tsx'
import { $people, readPeople } from '#stores/admin/staff/people.ts'
import { createStaffScreen } from '../create-staff-screen.tsx'
import { HydratedButton } from '../HydratedButton.tsx'
import { LoadState } from '../load-states.tsx'
import { ScreenHead } from '../ScreenHead.tsx'
import type { ScreenProps } from '../screens.ts'
import { Invitations } from './Invitations.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import type { LocationNames } from './location-names.ts'
import { PersonDialog } from './PersonDialog.tsx'
import { PEOPLE_COLUMNS, RoleAndLocations } from './RoleAndLocations.tsx'

export default createStaffScreen('/admin/people', { read: readPeople }, People)

function People({ locations }: ScreenProps) {
  const { people, invitations, failure } = useStore($people, { ssr: 'initial' })
  const [isInviteOpen, setInviteOpen] = useState(false)
  const [selectedId, setSelectedId] = useState<string>()
  const person = people?.find(({ staffId }) => staffId === selectedId)
  return (
    <>
      <ScreenHead title="People">
        <HydratedButton className="button button-small" onClick={() => setInviteOpen(true)}>
          <UserPlus className="icon" aria-hidden="true" />
          Invite staff
        </HydratedButton>
      </ScreenHead>
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
  <table className="table">
    <caption className="visually-hidden">Staff accounts</caption>
    <thead>
      <tr>
        <th scope="col" className={PEOPLE_COLUMNS.name}>
          Name
        </th>
        <th scope="col" className={PEOPLE_COLUMNS.role}>
          Role and locations
        </th>
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
        <tr key={person.staffId}>
          <th
            scope="row"
            className={person.disabledAt ? 'cell-name wrap-anywhere text-ink-3' : 'cell-name wrap-anywhere'}
          >
            {person.name || person.email}
            <small className="wrap-anywhere block font-text text-ink-3 text-label">
              {person.name ? person.email : 'No name yet'}
            </small>
          </th>
          <td className={person.disabledAt ? 'cell-plan text-ink-3' : 'cell-plan'}>
            <RoleAndLocations {...person} locations={locations} />
          </td>
          <td className="cell-status max-sm:col-start-1 max-sm:row-start-3 max-sm:mt-1 max-sm:text-left">
            <SignInTag person={person} />
          </td>
          <td className="cell-more">{person.seenAt ? formatInstant(Date.parse(person.seenAt)) : 'Never'}</td>
          <td className="cell-amount max-sm:row-end-3 max-sm:self-center">
            {person.self ? (
              <a className="link min-h-11" href="/admin/account">
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
  if (disabledAt) return <span className="tag tag-no text-12">Disabled</span>
  return twoFactor ? (
    <span className="tag tag-ok text-12">Two-factor</span>
  ) : (
    <span className="tag tag-wait text-12">Password only</span>
  )
}
