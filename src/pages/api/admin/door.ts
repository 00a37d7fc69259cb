import { readDoor } from '#contract/admin/session.ts'
import { succeed } from '#contract/failure.ts'
import { on, resource } from '#server/endpoint.ts'
import { staffOf } from '#server/staff/sessions.ts'

export const prerender = false

export const ALL = resource(
  on(readDoor, async ({ app, request }) => succeed({ open: (await staffOf(app, request)) !== undefined })),
)
