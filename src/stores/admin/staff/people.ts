import { atom } from 'nanostores'
import type {
  changePerson as ChangePerson,
  InvitationLink,
  InvitationView,
  invite as Invite,
  PersonView,
} from '#contract/admin/people.ts'
import type { Input } from '#contract/endpoint.ts'
import type { Failure, Outcome } from '#contract/failure.ts'
import { isOutcomeUnknown } from '../../api.ts'
import { isApplied, resolveUnknownOutcome } from '../expected-state.ts'
import { pickLatestVersion } from '../latest-version.ts'
import { staffLedger } from '../ledger.ts'
import { requireSession } from '../session/session.ts'

export interface People {
  people?: readonly PersonView[]
  invitations: readonly InvitationView[]
  failure?: Failure
}

export const $people = atom<People>({ invitations: [] })

let latestRequest = 0
let isReading = false

export async function readPeople(): Promise<void> {
  const mine = ++latestRequest
  isReading = true
  const answer = await requireSession(staffLedger.people({}))
  if (mine !== latestRequest) return
  isReading = false
  $people.set(answer.ok ? answer.value : { ...$people.get(), failure: answer.failure })
}

/** A read from before a change may not know of it. */
function rereadIfLoading(): void {
  if (isReading) void readPeople()
}

export async function invite(wanted: Input<typeof Invite>): Promise<Outcome<InvitationLink>> {
  return applyInvitationLink(await requireSession(staffLedger.invite(wanted)))
}

export async function createPasswordLink(staffId: string): Promise<Outcome<InvitationLink>> {
  return applyInvitationLink(await requireSession(staffLedger.createPasswordLink(staffId)))
}

/** One link for an address: the latest stands first. */
function applyInvitationLink(answer: Outcome<InvitationLink>): Outcome<InvitationLink> {
  if (answer.ok) {
    const { invitation } = answer.value
    const others = $people.get().invitations.filter(({ email }) => email !== invitation.email)
    $people.set({ ...$people.get(), invitations: [invitation, ...others] })
    rereadIfLoading()
  } else if (isOutcomeUnknown(answer.failure)) void readPeople()
  return answer
}

export async function withdrawInvitation(id: string): Promise<Outcome<unknown>> {
  const answer = await requireSession(staffLedger.withdrawInvitation(id))
  if (answer.ok) {
    const { invitations, ...people } = $people.get()
    $people.set({ ...people, invitations: invitations.filter(({ invitationId }) => invitationId !== id) })
    rereadIfLoading()
  }
  return resolveUnknownOutcome(answer, () =>
    rereadPeople((all) => !all.invitations.some(({ invitationId }) => invitationId === id) && all),
  )
}

/** A change of what was not seen any more is not made: the list then shows what is so. */
export async function changePerson(staffId: string, wanted: Input<typeof ChangePerson>): Promise<Outcome<PersonView>> {
  const { version: _, ...wish } = wanted
  return applyChange(staffId, staffLedger.changePerson(staffId, wanted), (now) =>
    isApplied({ ...now, disabled: now.disabledAt !== null }, wish),
  )
}

export const resetTwoFactor = (staffId: string): Promise<Outcome<PersonView>> =>
  applyChange(staffId, staffLedger.resetTwoFactor(staffId), ({ twoFactor }) => !twoFactor)

async function applyChange(
  id: string,
  asked: Promise<Outcome<PersonView>>,
  isSo: (now: PersonView) => boolean,
): Promise<Outcome<PersonView>> {
  return resolveUnknownOutcome(updatePerson(await requireSession(asked)), async (current) => {
    const now = current ?? (await rereadPeople(({ people }) => people?.find(({ staffId }) => staffId === id)))
    return now && isSo(now) ? now : undefined
  })
}

/** What is looked for among everybody, read again. */
async function rereadPeople<Found>(find: (all: People) => Found | false | undefined): Promise<Found | undefined> {
  await readPeople()
  const all = $people.get()
  return (!all.failure && find(all)) || undefined
}

/** In the place where it stood: nothing moves under the pointer. */
function updatePerson(answer: Outcome<PersonView>): Outcome<PersonView> {
  const now = answer.ok ? answer.value : (answer.failure.current as PersonView | undefined)
  if (!now) return answer
  const people = $people
    .get()
    .people?.map((person) => (person.staffId === now.staffId ? pickLatestVersion(person, now) : person))
  if (people) $people.set({ ...$people.get(), people })
  rereadIfLoading()
  return answer
}
