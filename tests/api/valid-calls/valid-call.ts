import type { Endpoint } from '#contract/endpoint.ts'
import type { TestApp } from '../../support/app.ts'
import { placed } from '../../support/orders.ts'
import type { Sent } from '../../support/requests.ts'

/**
 * What a call sends to succeed, in addition to the idempotency key and the session `signedIn`. The database contains
 * only the rows of the owner, who is signed in for calls of the staff area.
 */
export type ValidCall = readonly [Endpoint, (app: TestApp, signedIn: Sent) => Promise<Sent>]

export const validCall = (contract: Endpoint, sent: Sent | ValidCall[1] = {}): ValidCall => [
  contract,
  typeof sent === 'function' ? sent : async () => sent,
]

/** Calls that send nothing. */
export const bare = (...contracts: Endpoint[]): ValidCall[] => contracts.map((contract) => validCall(contract))

/** A call about a held booking, with its id. */
export const onHeld = (contract: Endpoint, sent: Sent = {}): ValidCall =>
  validCall(contract, async (app) => ({ id: (await placed(app)).bookingId, ...sent }))
