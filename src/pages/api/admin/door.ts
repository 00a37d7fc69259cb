import { readSignInStatus } from '#contract/admin/session.ts'
import { succeed } from '#contract/failure.ts'
import { handle, resource } from '#server/endpoint.ts'
import { findStaff } from '#server/staff/sessions.ts'

export const ALL = resource(
  handle(readSignInStatus, async ({ app, request }) =>
    succeed({ open: (await findStaff(app, request)) !== undefined }),
  ),
)
