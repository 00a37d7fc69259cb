import type { LocationId } from './location.ts'

/** From the fewest rights to the most; docs/rules.md#staff-and-roles. */
export const ROLES = ['desk', 'manager', 'owner'] as const
export type Role = (typeof ROLES)[number]

export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  desk: 'Front desk',
  manager: 'Manager',
  owner: 'Owner',
}

/** Whether a role has the rights of `least` and more. */
export const hasRoleAtLeast = (role: Role, least: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(least)

/** What the staff's open tabs hear of while it happens. */
export const STAFF_EVENT_KINDS = [
  'booking_new',
  'booking_update',
  'membership_new',
  'membership_update',
  'message_new',
  'message_update',
  'prices_update',
  'staff_update',
] as const
export type StaffEventKind = (typeof STAFF_EVENT_KINDS)[number]

/**
 * What ended a session: leaving it, in that browser or from elsewhere; a new password; a second factor; an account that
 * was closed; one browser more than an account may have; or its time.
 */
export const SESSION_END_REASONS = ['signed_out', 'password', 'two_factor', 'disabled', 'too_many', 'expired'] as const
export type SessionEndReason = (typeof SESSION_END_REASONS)[number]

/** What somebody was typing outlives these, for the same account: they go on at once. Any other end takes it along. */
export const DRAFT_PRESERVING_ENDS: readonly SessionEndReason[] = ['password', 'too_many', 'expired']

/** The locations somebody works for; null is all of them, those of tomorrow too. */
export type Workplaces = readonly LocationId[] | null

export const isAssignedTo = (workplaces: readonly string[] | null, location: string): boolean =>
  workplaces === null || workplaces.some((own) => own === location)

/** Only the front desk is limited to locations; `null` is every location. */
export const workplacesFor = (role: Role, wanted: Workplaces): Workplaces => (role === 'desk' ? wanted : null)

/** What colleagues read beside what somebody did: the name, or the address where none is given. */
export const formatStaffName = (name: string | null, email: string): string => name || email
