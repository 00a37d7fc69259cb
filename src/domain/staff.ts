import type { LocationId } from './location.ts'

/** In ascending order of rights; docs/rules.md#staff-and-roles. */
export const ROLES = ['desk', 'manager', 'owner'] as const
export type Role = (typeof ROLES)[number]

export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  desk: 'Front desk',
  manager: 'Manager',
  owner: 'Owner',
}

export const hasRoleAtLeast = (role: Role, required: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(required)

/** Recorded for open staff tabs; after a `staff_update` the server reads the rights of that account again. */
export type StaffEventKind =
  | `${'booking' | 'membership' | 'message' | 'tour'}_${'new' | 'update'}`
  | 'prices_update'
  | 'closures_update'
  | 'rooms_update'
  | 'capacity_update'
  | 'staff_update'

export const SESSION_END_REASONS = ['signed_out', 'password', 'two_factor', 'disabled', 'too_many', 'expired'] as const
export type SessionEndReason = (typeof SESSION_END_REASONS)[number]

/** The same account continues its drafts after these; other ends delete them. */
export const DRAFT_PRESERVING_ENDS: readonly SessionEndReason[] = ['password', 'too_many', 'expired']

/** `null` for every location, later ones included. */
export type Workplaces = readonly LocationId[] | null

export const isAssignedTo = (workplaces: readonly string[] | null, location: string): boolean =>
  workplaces === null || workplaces.some((own) => own === location)

/** Only the front desk is limited to locations; `null` is every location. */
export const workplacesFor = (role: Role, workplaces: Workplaces): Workplaces => (role === 'desk' ? workplaces : null)

/** Who acted by the secret of a booking, in the audit log. */
export const CUSTOMER_ACTOR = 'customer'

/** The name of whom the audit log calls `actor`: an email, or the customer. */
export const formatStaffName = (name: string | null, actor: string): string =>
  name || (actor === CUSTOMER_ACTOR ? 'Customer' : actor)
