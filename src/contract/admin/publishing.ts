import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

const publishingSchema = z.object({
  /** Whether there is a hook to press. */
  available: z.boolean(),
  /** What the hook answered last; `status` is null where nobody answered. */
  last: z.nullable(z.object({ by: z.nullable(z.string()), at: z.string(), status: z.nullable(z.int()) })),
  /** Prices are others than when the last build was ordered that was taken. */
  behind: z.boolean(),
})
export type Publishing = z.output<typeof publishingSchema>

export const readPublishing = endpoint({
  method: 'GET',
  path: '/api/admin/publishing',
  access: 'staff',
  role: 'manager',
  input: z.object({}),
  output: publishingSchema,
  failures: [],
})

/** Has the static pages built anew, by whoever listens at `DEPLOY_HOOK_URL`. */
export const publish = endpoint({
  method: 'POST',
  path: '/api/admin/publishing',
  access: 'staff',
  role: 'manager',
  input: z.object({}),
  output: publishingSchema,
  failures: ['no_deploy_hook', 'deploy_hook_failed', 'too_many'],
})
