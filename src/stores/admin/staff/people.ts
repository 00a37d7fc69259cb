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
import { isApplied, resolveUnknownOutcome } from '../edit.ts'
import { staffLedger } from '../ledger.ts'
import { requireSession } from '../session/session.ts'

interface People {
  people?: readonly PersonView[]
  invitations: readonly InvitationView[]
  failure?: Failure
}

export const $people = atom<People>({ invitations: [] })

let latestRequest = 0

export async function readPeople(): Promise<void> {
  const request = ++latestRequest
  const outcome = await requireSession(staffLedger.people({}))
  if (request === latestRequest)
    $people.set(outcome.ok ? outcome.value : { ...$people.get(), failure: outcome.failure })
}

/** Reloads the list after every change. It shows whether a change with a lost response is applied. */
async function applyChange<Value>(
  response: Promise<Outcome<Value>>,
  findApplied: (all: People) => Value | undefined,
): Promise<Outcome<Value>> {
  const outcome = await requireSession(response)
  await readPeople()
  const all = $people.get()
  return resolveUnknownOutcome(outcome, async () => (all.failure ? undefined : findApplied(all)))
}

/** The link of a lost response cannot be read again. */
export const invite = (input: Input<typeof Invite>): Promise<Outcome<InvitationLink>> =>
  applyChange(staffLedger.invite(input), () => undefined)

export const createPasswordLink = (staffId: string): Promise<Outcome<InvitationLink>> =>
  applyChange(staffLedger.createPasswordLink(staffId), () => undefined)

export const withdrawInvitation = (id: string): Promise<Outcome<object>> =>
  applyChange<object>(staffLedger.withdrawInvitation(id), (all) =>
    all.invitations.some(({ invitationId }) => invitationId === id) ? undefined : all,
  )

export const changePerson = (
  staffId: string,
  { version, ...change }: Input<typeof ChangePerson>,
): Promise<Outcome<PersonView>> =>
  changeAccount(staffId, staffLedger.changePerson(staffId, { version, ...change }), (person) =>
    isApplied({ ...person, disabled: person.disabledAt !== null }, change),
  )

export const resetTwoFactor = (staffId: string): Promise<Outcome<PersonView>> =>
  changeAccount(staffId, staffLedger.resetTwoFactor(staffId), ({ twoFactor }) => !twoFactor)

const changeAccount = (
  id: string,
  response: Promise<Outcome<PersonView>>,
  isDone: (person: PersonView) => boolean,
): Promise<Outcome<PersonView>> =>
  applyChange(response, ({ people }) => people?.find((person) => person.staffId === id && isDone(person)))
