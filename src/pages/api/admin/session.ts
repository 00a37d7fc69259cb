import { readSession, signIn, signOut, staySignedIn } from '#contract/admin/session.ts'
import { succeed } from '#contract/failure.ts'
import { on, onStaff, resource } from '#server/endpoint.ts'
import { newSecret } from '#server/secrets.ts'
import { deviceCookie, endSession, noSessionCookie, originOf, sessionCookie, staffOf } from '#server/staff/sessions.ts'
import * as staff from '#server/staff/staff.ts'

export const prerender = false

export const ALL = resource(
  on(signIn, async ({ app, input, request, address, headers }) => {
    const from = originOf(app, { request, address })
    const device = from.device || newSecret()
    const signedIn = await staff.signIn(app, input, { ...from, device })
    if (!signedIn.ok) return signedIn
    const before = await staffOf(app, request)
    if (before) await endSession(app, before)
    headers.append('set-cookie', sessionCookie(app, signedIn.value.token))
    headers.append('set-cookie', deviceCookie(app, device))
    return succeed(signedIn.value.session)
  }),
  onStaff(readSession, async ({ app, staff: who }) => succeed(staff.sessionOf(app, who))),
  onStaff(staySignedIn, async ({ app, staff: who }) => succeed(staff.sessionOf(app, who))),
  onStaff(signOut, async ({ app, staff: who, headers }) => {
    headers.append('set-cookie', noSessionCookie(app))
    // Pages that the browser keeps for its back button show customers. Its storage stays: a visitor's draft is there.
    headers.set('clear-site-data', '"cache"')
    return staff.signOut(app, who)
  }),
)
