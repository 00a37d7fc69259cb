import { readSession, signIn, signOut, staySignedIn } from '#contract/admin/session.ts'
import { succeed } from '#contract/failure.ts'
import { handle, handleStaff, resource } from '#server/endpoint.ts'
import { createSecret } from '#server/secrets.ts'
import {
  buildDeviceCookie,
  buildSessionCookie,
  clearSessionCookie,
  endSession,
  findStaff,
  getRequestOrigin,
} from '#server/staff/sessions.ts'
import * as staff from '#server/staff/sign-in.ts'

export const ALL = resource(
  handle(signIn, async ({ app, input, request, address, headers }) => {
    const from = getRequestOrigin(app, { request, address })
    const device = from.device || createSecret()
    const signedIn = await staff.signIn(app, input, { ...from, device })
    if (!signedIn.ok) return signedIn
    const previous = await findStaff(app, request)
    if (previous) await endSession(app, previous)
    headers.append('set-cookie', buildSessionCookie(app, signedIn.value.token))
    headers.append('set-cookie', buildDeviceCookie(app, device))
    return succeed(signedIn.value.session)
  }),
  handleStaff(readSession, async ({ app, staff: account }) => succeed(staff.toStaffSession(app, account))),
  handleStaff(staySignedIn, async ({ app, staff: account }) => succeed(staff.toStaffSession(app, account))),
  handleStaff(signOut, async ({ app, staff: account, headers }) => {
    headers.append('set-cookie', clearSessionCookie(app))
    // Cached pages show customers. Storage is not cleared, because it may contain a visitor's draft.
    headers.set('clear-site-data', '"cache"')
    return staff.signOut(app, account)
  }),
)
