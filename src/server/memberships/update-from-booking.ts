import { diffFields } from '#domain/audit.ts'
import { addDays, daysBetween, kathmanduDate } from '#domain/calendar.ts'
import { membershipStateAfterMove } from '#domain/membership.ts'
import type { AuditActor } from '../audit/entries.ts'
import type { Queries } from '../db/database.ts'
import type { Booking } from '../db/schema.ts'
import { readSearchText, toMember } from './member.ts'
import { updateMembership } from './membership-changes.ts'
import { findMembershipOf, isRenewed } from './renewals.ts'

/**
 * Moves the membership by as many days. Days that staff added or removed remain; an expired one may become active. Of a
 * renewed membership, its first booking moves only the start, and a renewal only its own end.
 */
export async function updateMembershipDates(
  db: Queries,
  by: AuditActor,
  { from, to }: { from: Booking; to: Booking },
  now: number,
): Promise<void> {
  const membership = await findMembershipOf(db, to)
  if (!membership) return
  const { status, start_date, end_date } = membership
  const movesStart = to.renews === null
  const movesEnd = movesStart ? !(await isRenewed(db, to)) : end_date === addDays(from.end_date, 1)
  const startDate = movesStart ? addDays(to.start_date, daysBetween(from.start_date, start_date)) : start_date
  const endDate = movesEnd ? addDays(end_date, daysBetween(from.end_date, to.end_date)) : end_date
  const newStatus = membershipStateAfterMove(status, end_date, endDate, kathmanduDate(now))
  const values = { start_date: startDate, end_date: endDate, status: newStatus }
  const change = diffFields(
    { status, startDate: start_date, endDate: end_date },
    { status: newStatus, startDate, endDate },
  )
  if (Object.keys(change.after).length === 0) return
  await updateMembership(db, by, membership, values, { action: 'membership_moved', ...change }, now)
}

export async function updateMembershipCustomer(
  db: Queries,
  by: AuditActor,
  booking: Booking,
  now: number,
): Promise<void> {
  const membership = await findMembershipOf(db, booking)
  if (!membership) return
  const member = toMember(booking)
  const change = diffFields(
    { customerName: membership.customer_name, email: membership.email, phone: membership.phone },
    { customerName: member.customer_name, email: member.email, phone: member.phone },
  )
  if (Object.keys(change.after).length === 0) return
  const values = { ...member, search: await readSearchText(db, membership, booking) }
  await updateMembership(db, by, membership, values, { action: 'membership_changed', ...change }, now)
}
