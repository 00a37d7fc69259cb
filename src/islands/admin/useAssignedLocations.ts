import { useStore } from '@nanostores/react'
import { isAssignedTo } from '#domain/staff.ts'
import { $session } from '#stores/admin/session/session.ts'

/** The locations that the user works for, by id; all of them until the session has loaded. */
export function useAssignedLocations(locations: Readonly<Record<string, string>>): Record<string, string> {
  const session = useStore($session, { ssr: 'initial' })
  const workplaces = session.state === 'open' ? session.user.workplaces : null
  return Object.fromEntries(Object.entries(locations).filter(([id]) => isAssignedTo(workplaces, id)))
}
