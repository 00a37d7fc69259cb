import type * as z from 'zod/mini'
import type { Role } from '#domain/staff.ts'
import type { FailureCode } from './failure.ts'

/**
 * One call of the API as both sides see it. `access` says who may make it: anybody, the bearer of a booking's
 * secret, or signed-in staff. GET inputs come from the query, the others from a JSON body.
 */
export interface Endpoint<Input = unknown, Output = unknown> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Parameters in braces: `/api/bookings/{id}`. */
  path: `/api/${string}`
  access: 'anyone' | 'customer' | 'staff'
  /** The lowest role that may call a staff endpoint; the front desk if absent. */
  role?: Role
  /** A staff call for which the password must have been given lately; else `password_again` is the answer. */
  fresh?: true
  /** A staff call that goes out by itself, so that it does not keep an idle session alive. */
  passive?: true
  /** A GET that leaves who asked in the audit, and nothing else. */
  recorded?: true
  /** Our own pages alone are answered: who says nothing of where they come from is no page. */
  ownPages?: true
  input: z.ZodMiniType<Input>
  output: z.ZodMiniType<Output>
  failures: readonly FailureCode[]
  /** The status of a success; 200 where it is not said. */
  status?: 201 | 202
  /** The body is a file, which the call reads itself; all others take JSON. */
  upload?: true
  /** The body is handed on as the text that came, whatever it is: its sender signed it. */
  raw?: true
  /** A page may send it without a script, as a plain form; one of these pages is then the answer. */
  form?: { sent: string; unsent: string }
}

/** Keeps the literal types of a contract while checking its shape. What a page does not call is not in its scripts. */
// @__NO_SIDE_EFFECTS__
export function endpoint<const Contract extends Endpoint<never, unknown> | Endpoint>(contract: Contract): Contract {
  return contract
}

export type Input<Contract extends Endpoint> = z.output<Contract['input']>
export type Output<Contract extends Endpoint> = z.output<Contract['output']>
