import * as z from 'zod/mini'
import { staffEndpoint } from '../endpoint.ts'

const publishingSchema = z.object({
  /** Whether a deploy hook is configured. */
  available: z.boolean(),
  /** The hook's last response; `status` is `null` after a network failure. */
  last: z.nullable(z.object({ by: z.nullable(z.string()), at: z.string(), status: z.nullable(z.int()) })),
  /** Whether prices have changed since the last accepted request. */
  hasUnpublishedPrices: z.boolean(),
  /** Whether closed days or special hours have been edited since then. */
  hasUnpublishedClosures: z.boolean(),
  /** Whether the seats of a location differ from those that the last build could read. */
  hasUnpublishedSeats: z.boolean(),
})
export type Publishing = z.output<typeof publishingSchema>

export const readPublishing = staffEndpoint({
  method: 'GET',
  path: '/api/admin/publishing',
  role: 'manager',
  output: publishingSchema,
})

/** Requests a rebuild of the static pages at `DEPLOY_HOOK_URL`. */
export const publish = staffEndpoint({
  method: 'POST',
  path: '/api/admin/publishing',
  role: 'manager',
  output: publishingSchema,
  failures: ['no_deploy_hook', 'deploy_hook_failed', 'too_many'],
})
