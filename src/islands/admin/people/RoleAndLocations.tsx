import type { PersonView } from '#contract/admin/people.ts'
import { ROLE_LABELS } from '#domain/staff.ts'
import { formatAssignedLocations, type LocationNames } from './location-names.ts'

/** Widths that staff and invitations share. */
export const PEOPLE_COLUMNS = { name: 'sm:w-30/100', role: 'sm:w-20/100' }

export const RoleAndLocations = ({
  role,
  workplaces,
  locations,
}: Pick<PersonView, 'role' | 'workplaces'> & { locations: LocationNames }) => (
  <>
    {ROLE_LABELS[role]}
    <span className="sm:sr-only">, </span>
    <small className="wrap-anywhere font-text first-letter:uppercase max-sm:text-1em sm:block sm:text-ink-3 sm:text-label">
      {formatAssignedLocations(workplaces, locations)}
    </small>
  </>
)
