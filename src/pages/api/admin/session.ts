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

export const prerender = false

export const ALL = resource(
  handle(signIn, async ({ app, input, request, address, headers }) => {
    const from = getRequestOrigin(app, { request, address })
    const device = from.device || createSecret()
    const signedIn = await staff.signIn(app, input, { ...from, device })
    if (!signedIn.ok) return signedIn
    const before = await findStaff(app, request)
    if (before) await endSession(app, before)
    headers.append('set-cookie', buildSessionCookie(app, signedIn.value.token))
    headers.append('set-cookie', buildDeviceCookie(app, device))
    return succeed(signedIn.value.session)
  }),
  handleStaff(readSession, async ({ app, staff: who }) => succeed(staff.toStaffSession(app, who))),
  handleStaff(staySignedIn, async ({ app, staff: who }) => succeed(staff.toStaffSession(app, who))),
  handleStaff(signOut, async ({ app, staff: who, headers }) => {
    headers.append('set-cookie', clearSessionCookie(app))
    // Pages that the browser keeps for its back button show customers. Its storage stays: a visitor's draft is there.
    headers.set('clear-site-data', '"cache"')
    return staff.signOut(app, who)
  }),
)
