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
import { staffLedger } from './ledger.ts'
import { admitted } from './session.ts'

export interface People {
  people?: readonly PersonView[]
  invitations: readonly InvitationView[]
  failure?: Failure
}

export const $people = atom<People>({ invitations: [] })

export async function readPeople(): Promise<void> {
  const answer = await admitted(staffLedger.people({}))
  $people.set(answer.ok ? answer.value : { ...$people.get(), failure: answer.failure })
}

export async function invite(wanted: Input<typeof Invite>): Promise<Outcome<InvitationLink>> {
  return linked(await admitted(staffLedger.invite(wanted)))
}

export async function linkPassword(staffId: string): Promise<Outcome<InvitationLink>> {
  return linked(await admitted(staffLedger.linkPassword(staffId)))
}

/** One link for an address: the latest stands first. */
function linked(answer: Outcome<InvitationLink>): Outcome<InvitationLink> {
  if (answer.ok) {
    const { invitation } = answer.value
    const others = $people.get().invitations.filter(({ email }) => email !== invitation.email)
    $people.set({ ...$people.get(), invitations: [invitation, ...others] })
  }
  return answer
}

export async function withdraw(invitationId: string): Promise<Outcome<unknown>> {
  const answer = await admitted(staffLedger.withdrawInvitation(invitationId))
  const gone = answer.ok || answer.failure.code === 'not_found'
  if (gone)
    $people.set({
      ...$people.get(),
      invitations: $people.get().invitations.filter((invitation) => invitation.invitationId !== invitationId),
    })
  return answer
}

/** A change of what was not seen any more is not made: the list then shows what is so. */
export async function changePerson(staffId: string, wanted: Input<typeof ChangePerson>): Promise<Outcome<PersonView>> {
  return put(await admitted(staffLedger.changePerson(staffId, wanted)))
}

export async function resetTwoFactor(staffId: string): Promise<Outcome<PersonView>> {
  return put(await admitted(staffLedger.resetTwoFactor(staffId)))
}

/** In the place where it stood: nothing moves under the pointer. */
function put(answer: Outcome<PersonView>): Outcome<PersonView> {
  const now = answer.ok ? answer.value : (answer.failure.current as PersonView | undefined)
  const people = now && $people.get().people?.map((person) => (person.staffId === now.staffId ? now : person))
  if (people) $people.set({ ...$people.get(), people })
  return answer
}
