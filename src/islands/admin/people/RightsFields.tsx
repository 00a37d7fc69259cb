import { CircleAlert } from 'lucide-react'
import { LOCATION_IDS } from '#domain/location.ts'
import { ROLE_LABELS, ROLES, type Role } from '#domain/staff.ts'
import type { Places } from './location-names.ts'

/** What each role may do, in words for the person who assigns it; docs/rules.md#staff-and-roles. */
const ROLE_DESCRIPTIONS: Readonly<Record<Role, string>> = {
  desk: 'Bookings, day sheet, walk-ins, receipts to look at. No money back, prices, exports or audit.',
  manager: 'Everything but these accounts, at every location.',
  owner: 'Everything, these accounts too.',
}

export interface Rights {
  role: Role
  /** Null is every location. */
  workplaces: string[] | null
}

interface Props {
  rights: Rights
  locations: Places
  error: string | undefined
  change: (rights: Rights) => void
}

/** A role, and for the front desk the locations it works for. */
export function RightsFields({ rights: { role, workplaces }, locations, error, change }: Props) {
  const toggle = (id: string, works: boolean) =>
    change({
      role,
      workplaces: LOCATION_IDS.filter((each) => (each === id ? works : workplaces?.includes(each))),
    })
  return (
    <>
      <fieldset className="people-rights">
        <legend>Role</legend>
        <div className="choice-rows">
          {ROLES.map((each) => (
            <label key={each} className="choice">
              <input
                type="radio"
                name="role"
                checked={role === each}
                onChange={() => change({ role: each, workplaces: each === 'desk' ? (workplaces ?? []) : null })}
              />
              <span className="choice-text">
                <b>{ROLE_LABELS[each]}</b>
                <span className="choice-detail">{ROLE_DESCRIPTIONS[each]}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {role === 'desk' && (
        <fieldset className="people-rights" aria-describedby={error ? 'people-places-error' : undefined}>
          <legend>Works at</legend>
          <label className="people-place">
            <input
              type="checkbox"
              checked={workplaces === null}
              onChange={({ target }) => change({ role, workplaces: target.checked ? null : [] })}
            />
            Every location, new ones too
          </label>
          {workplaces !== null && (
            <div className="people-places">
              {LOCATION_IDS.map((id) => (
                <label key={id} className="people-place">
                  <input
                    type="checkbox"
                    checked={workplaces.includes(id)}
                    onChange={({ target }) => toggle(id, target.checked)}
                  />
                  {locations[id]}
                </label>
              ))}
            </div>
          )}
          {error && (
            <p className="error" id="people-places-error" role="alert">
              <CircleAlert className="icon" aria-hidden="true" />
              {error}
            </p>
          )}
        </fieldset>
      )}
    </>
  )
}

/** Said beside the places, before anything is sent. */
export const getMissingLocations = ({ role, workplaces }: Rights): Record<string, string> | undefined =>
  role === 'desk' && workplaces?.length === 0 ? { workplaces: 'Choose at least one location' } : undefined
