import { checkProof, provePassword } from '#contract/admin/session.ts'
import { succeed } from '#contract/failure.ts'
import { onStaff, resource } from '#server/endpoint.ts'
import { originOf } from '#server/staff/sessions.ts'
import * as staff from '#server/staff/staff.ts'

export const prerender = false

export const ALL = resource(
  onStaff(checkProof, async () => succeed({})),
  onStaff(provePassword, ({ app, staff: who, input, ...from }) =>
    staff.provePassword(app, who, input.password, originOf(app, from)),
  ),
)
