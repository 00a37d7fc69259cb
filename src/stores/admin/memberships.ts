import { atom } from 'nanostores'
import type { StaffEvent } from '#contract/admin/events.ts'
import type { changeMembership, listMemberships, MembershipRow } from '#contract/admin/memberships.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import type { Failure } from '#contract/failure.ts'
import { differences } from '#domain/audit.ts'
import type { IsoDate } from '#domain/calendar.ts'
import { endsIn, MEMBERSHIP_VIEWS, type MembershipState } from '#domain/membership.ts'
import { PLAN_IDS } from '#domain/plan.ts'
import { messageOf } from '../api.ts'
import { environment } from '../environment.ts'
import { $today } from '../today.ts'
import { latest } from './latest.ts'
import { staffLedger } from './ledger.ts'
import { listOf } from './list.ts'
import { isBefore, type MembershipFilter, matchesMembership } from './membership-filter.ts'
import { namedInAddress, nameInAddress } from './named.ts'
import { admitted } from './session.ts'
import { holds, wished } from './wished.ts'

export const memberships = listOf<MembershipRow, MembershipFilter, Output<typeof listMemberships>>({
  ask: (wanted) => staffLedger.memberships(wanted as Input<typeof listMemberships>),
  filter: { q: 'text', status: MEMBERSHIP_VIEWS, location: 'text', plan: PLAN_IDS },
  idOf: ({ membershipId }) => membershipId,
  heard: { isBefore, matches: (row, filter) => matchesMembership(row, filter, $today.get()), latest },
})

/** Days until it ends where it is up for renewal, else undefined. */
export const daysLeft = ({ status, endDate }: MembershipRow): number | undefined =>
  endsIn(status, endDate as IsoDate, $today.get())

/** The membership that is looked at closely: its id stands in the address, as `open`. */
export const $opened = atom<MembershipRow | undefined>(undefined)
/** Why the one that the address names is not in sight. */
export const $unopened = atom<Failure | undefined>(undefined)

/** The fields of a membership that staff change. */
export type Terms = Pick<MembershipRow, 'status' | 'startDate' | 'endDate' | 'autoRenew'> & { notes: string }

export const termsOf = ({ status, startDate, endDate, autoRenew, notes }: MembershipRow): Terms => ({
  status,
  startDate,
  endDate,
  autoRenew,
  notes: notes ?? '',
})

/** What became of the change that was tried last. */
export type Changing =
  | { kind: 'none' }
  | { kind: 'saving'; membershipId: string; wanted: Partial<Terms> }
  /** `before` is what it can be put back to. */
  | { kind: 'saved'; row: MembershipRow; before: Terms }
  /** Somebody else was faster: what they changed, as it was and as it is. */
  | { kind: 'overtaken'; row: MembershipRow; before: Record<string, unknown>; after: Record<string, unknown> }
  | { kind: 'refused'; membershipId: string; fields: Readonly<Record<string, string>>; problem?: string }

export const $changing = atom<Changing>({ kind: 'none' })

/** That a change was saved is said so long; it can be taken back by hand afterwards. */
const SAID_MS = 20_000

export const forgetChange = (): void => $changing.set({ kind: 'none' })

export async function openMemberships(): Promise<void> {
  await Promise.all([memberships.open(), readNamed()])
}

export function hearMembership(row: MembershipRow): void {
  memberships.hear(row)
  // What was saved here is no longer how it is, and nothing to be taken back.
  const changing = $changing.get()
  if (changing.kind === 'saved' && changing.row.membershipId === row.membershipId && row.version > changing.row.version)
    forgetChange()
  if ($opened.get()?.membershipId === row.membershipId) $opened.set(asKnown(row))
}

/** A membership as it is by all that was read and heard of it here. */
const asKnown = (row: MembershipRow): MembershipRow =>
  [$opened.get(), ...(memberships.$list.get().rows ?? [])]
    .filter((known) => known?.membershipId === row.membershipId)
    .reduce<MembershipRow>((come, known) => (known ? latest(known, come) : come), row)

/** Reads the one that the address names; what is in sight already outlives a moment without an answer. */
export async function readNamed(): Promise<void> {
  const id = namedInAddress()
  if (!id) return
  const answer = await admitted(staffLedger.membership(id))
  if (namedInAddress() !== id) return
  if (answer.ok) $opened.set(asKnown(answer.value))
  $unopened.set(answer.ok || $opened.get() ? undefined : answer.failure)
}

export function openMembership(row: MembershipRow | undefined): void {
  look(row)
  nameInAddress(row?.membershipId)
}

/** Opens what the address names after Back or Forward, or closes what it no longer names. */
export function followMemberships(): void {
  memberships.follow()
  const id = namedInAddress()
  if (id === $opened.get()?.membershipId) return
  look(memberships.$list.get().rows?.find(({ membershipId }) => membershipId === id))
  void readNamed()
}

function look(row: MembershipRow | undefined): void {
  $opened.set(row)
  $unopened.set(undefined)
  forgetChange()
}

export const setStatus = (row: MembershipRow, status: MembershipState): Promise<boolean> => save(row, { status })

/** What is being saved here, or has just been. */
export function isOwnChange(event: StaffEvent): boolean {
  const changing = $changing.get()
  if (event.kind !== 'membership_update') return false
  const { membershipId, version } = event.membership
  if (changing.kind === 'saving') return changing.membershipId === membershipId
  return changing.kind === 'saved' && changing.row.membershipId === membershipId && changing.row.version === version
}

/** Puts back what was saved last. */
export async function undo(): Promise<void> {
  const changing = $changing.get()
  if (changing.kind === 'saved') await save(changing.row, changing.before)
}

async function readRow(id: string): Promise<MembershipRow | undefined> {
  const answer = await admitted(staffLedger.membership(id))
  return answer.ok ? answer.value : undefined
}

/** Saves what differs from the row that was seen; true once it is saved. */
export async function save(row: MembershipRow, wanted: Partial<Terms> & { reason?: string }): Promise<boolean> {
  if ($changing.get().kind === 'saving') return false
  const { membershipId, version } = row
  $changing.set({ kind: 'saving', membershipId, wanted })
  const change: Input<typeof changeMembership> = { version, ...wanted }
  const { reason: _, ...terms } = wanted
  const answer = await wished(await admitted(staffLedger.changeMembership(membershipId, change)), async (current) => {
    const now = current ?? (await readRow(membershipId))
    if (now) hearMembership(now)
    return now && holds(termsOf(now), terms) ? now : undefined
  })
  if (answer.ok) {
    hearMembership(answer.value)
    // What somebody else has made of it since is in sight: nothing is said of what it was in between.
    if (asKnown(answer.value).version > Math.min(answer.value.version, version + 1)) {
      forgetChange()
      return true
    }
    const saved: Changing = { kind: 'saved', row: answer.value, before: termsOf(row) }
    $changing.set(saved)
    environment().later(() => $changing.get() === saved && forgetChange(), SAID_MS)
    return true
  }
  const { code, fields = {}, current } = answer.failure
  if (code === 'changed_meanwhile') {
    const now = asKnown(current as MembershipRow)
    $changing.set({ kind: 'overtaken', row: now, ...differences({ ...termsOf(row) }, { ...termsOf(now) }) })
    return false
  }
  const problem = Object.keys(fields).length === 0 ? { problem: messageOf(answer.failure) } : {}
  $changing.set({ kind: 'refused', membershipId, fields, ...problem })
  return false
}
