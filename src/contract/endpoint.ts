import type * as z from 'zod/mini'
import type { Role } from '#domain/staff.ts'
import type { FailureCode } from './failure.ts'

/**
 * One call of the API, open to anyone, to the bearer of a booking's secret, or to signed-in staff (`access`). GET reads
 * its input from the query, other methods from a JSON body.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Parameters in braces: `/api/bookings/{id}`. */
  path: `/api/${string}`
  access: 'anyone' | 'customer' | 'staff'
  /** The lowest role that may call a staff endpoint; every role if absent. */
  role?: Role
  /** Requires a recent password; otherwise the call fails with `password_again`. */
  fresh?: true
  /** A staff call without user action; it does not extend an idle session. */
  passive?: true
  /** A GET that is written to the audit log. */
  recorded?: true
  /** Rejects requests that do not come from our own pages. */
  ownPages?: true
  /** Absent if the call needs no fields; fields that are sent are then ignored. */
  input?: z.ZodMiniType
  /** Absent if a response has no fields. */
  output?: z.ZodMiniType
  /** Failure codes besides those of every endpoint. */
  failures?: readonly FailureCode[]
  /** Default: 200. */
  status?: 201 | 202
  /** The body is a file, which the call reads itself; all others accept JSON. */
  upload?: true
  /** The body is passed on as raw text, because its sender signed it. */
  raw?: true
  /** A page may send it as a plain form without a script; the response is one of these pages. The server fills `unsent`. */
  form?: { sent: string; unsent: string }
}

/** Checks a contract and preserves its literal types. Contracts that a page does not call are left out of its scripts. */
// @__NO_SIDE_EFFECTS__
export function endpoint<const Contract extends Endpoint>(contract: Contract): Contract {
  return contract
}

/** A contract for signed-in staff. */
// @__NO_SIDE_EFFECTS__
export function staffEndpoint<const Contract extends Omit<Endpoint, 'access'>>(
  contract: Contract,
): Contract & { access: 'staff' } {
  return { access: 'staff', ...contract }
}

type NoFields = Record<string, never>
type Read<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : NoFields

export type Input<Contract extends Endpoint> = Read<Contract['input']>
export type Output<Contract extends Endpoint> = Read<Contract['output']>
