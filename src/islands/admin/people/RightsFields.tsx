import { CircleAlert } from 'lucide-react'
import { LOCATION_IDS } from '#domain/location.ts'
import { ROLE_LABELS, ROLES, type Role } from '#domain/staff.ts'
import type { LocationNames } from './location-names.ts'

/** See docs/rules.md#staff-and-roles. */
const ROLE_DESCRIPTIONS: Readonly<Record<Role, string>> = {
  desk: 'Bookings, day sheet, walk-ins, viewing receipts. No refunds, prices, exports or audit log.',
  manager: 'Everything except staff accounts, at every location.',
  owner: 'Everything, including staff accounts.',
}

export interface Rights {
  role: Role
  /** `null` for every location. */
  workplaces: string[] | null
}

interface Props {
  rights: Rights
  locations: LocationNames
  error: string | undefined
  change: (rights: Rights) => void
}

export function RightsFields({ rights: { role, workplaces }, locations, error, change }: Props) {
  const toggle = (id: string, isAssigned: boolean) =>
    change({
      role,
      workplaces: LOCATION_IDS.filter((location) => (location === id ? isAssigned : workplaces?.includes(location))),
    })
  return (
    <>
      <fieldset className="people-rights">
        <legend>Role</legend>
        <div className="choice-rows">
          {ROLES.map((option) => (
            <label key={option} className="choice">
              <input
                type="radio"
                name="role"
                checked={role === option}
                onChange={() => change({ role: option, workplaces: option === 'desk' ? (workplaces ?? []) : null })}
              />
              <span className="choice-text">
                <b>{ROLE_LABELS[option]}</b>
                <span className="choice-detail">{ROLE_DESCRIPTIONS[option]}</span>
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
            Every location, including new ones
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

export const getMissingLocations = ({ role, workplaces }: Rights): Record<string, string> | undefined =>
  role === 'desk' && workplaces?.length === 0 ? { workplaces: 'Choose at least one location' } : undefined
