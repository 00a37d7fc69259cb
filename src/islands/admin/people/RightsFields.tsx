import { CircleAlert } from 'lucide-react'
import { LOCATION_IDS } from '#domain/location.ts'
import { ROLE_LABELS, ROLES, type Role } from '#domain/staff.ts'
import { CHECKBOX, Choice, ChoiceDetail, ChoiceText } from '#islands/ui/Choice.tsx'
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
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-strong">Role</legend>
        <div className="grid gap-2.5">
          {ROLES.map((option) => (
            <Choice
              key={option}
              className="py-2"
              name="role"
              checked={role === option}
              onChange={() => change({ role: option, workplaces: option === 'desk' ? (workplaces ?? []) : null })}
            >
              <ChoiceText name={ROLE_LABELS[option]} size="text-body">
                <ChoiceDetail>{ROLE_DESCRIPTIONS[option]}</ChoiceDetail>
              </ChoiceText>
            </Choice>
          ))}
        </div>
      </fieldset>
      {role === 'desk' && (
        <fieldset className="grid gap-2" aria-describedby={error ? 'people-places-error' : undefined}>
          <legend className="mb-2 font-strong">Works at</legend>
          <label className="flex min-h-11 items-center gap-3">
            <input
              className={CHECKBOX}
              type="checkbox"
              checked={workplaces === null}
              onChange={({ target }) => change({ role, workplaces: target.checked ? null : [] })}
            />
            Every location, including new ones
          </label>
          {workplaces !== null && (
            <div className="grid grid-cols-2 gap-x-4 gap-y-1">
              {LOCATION_IDS.map((id) => (
                <label key={id} className="flex min-h-11 items-center gap-3">
                  <input
                    className={CHECKBOX}
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
