import { beforeEach, describe, expect, test } from 'vitest'
import { SESSION_END_REASONS, type SessionEndReason } from '#domain/staff.ts'
import { getDraft, hasDrafts, saveDraft } from '#stores/admin/form-drafts.ts'
import { staffLedger } from '#stores/admin/ledger.ts'
import { openSession, requireSession } from '#stores/admin/session/session.ts'
import { type SignInContext, watchSignInContext } from '#stores/admin/session/sign-in-redirect.ts'
import { signOutAllTabs } from '#stores/admin/staff-screen.ts'
import { FakeStorage } from '../../support/edition-browser.ts'
import { replaceEnvironment } from '../../support/environment.ts'
import { errorBody, staffSession, withTab } from './staff-tab.ts'

const NISHA = { firstName: 'Nisha', email: 'nisha@example.com', phone: '+9779841234567' }
const REASONS_WITH_DRAFT: readonly SessionEndReason[] = ['expired', 'too_many', 'password']

describe('a draft of the staff area', () => {
  const tab = withTab()
  const tabStorage = new FakeStorage()
  const browserStorage = new FakeStorage()
  let notifyStored = () => {}
  const unauthorized = (ended?: SessionEndReason) => errorBody('unauthorized', { ...(ended && { ended }) })
  const signInAs = (who = staffSession()) => tab.respondTo(openSession(), 200, who)
  const signOut = async () => {
    await tab.respondTo(signOutAllTabs(), 200, {})
    return browserStorage.entries.get('chautari-staff-signed-out')
  }
  beforeEach(async () => {
    tabStorage.entries.clear()
    browserStorage.entries.clear()
    browserStorage.state = 'open'
    const restore = replaceEnvironment({
      tabStorage: tabStorage.storage,
      storage: browserStorage.storage,
      onStored: (run) => {
        notifyStored = run
        return () => {}
      },
    })
    await signInAs()
    saveDraft('walk-in', NISHA)
    return restore
  })

  test.each(SESSION_END_REASONS)('remains or is deleted at the end of the session: %s', async (ended) => {
    await tab.respondTo(requireSession(staffLedger.today({})), 401, unauthorized(ended))
    expect(tab.redirects.at(-1)).toContain(`ended=${ended}`)
    const remains = REASONS_WITH_DRAFT.includes(ended)
    expect(tabStorage.entries.size).toBe(remains ? 1 : 0)
    saveDraft('walk-in', { ...NISHA, firstName: 'Nis' })
    expect(tabStorage.entries.size).toBe(remains ? 1 : 0)
    await signInAs()
    expect(getDraft('walk-in')).toEqual(remains ? { ...NISHA, firstName: 'Nis' } : undefined)
  })

  test.each(['signed_out', undefined] as const)('is deleted after a lost sign-out with reason %s', async (ended) => {
    void signOutAllTabs()
    expect(tab.next.method).toBe('DELETE')
    await tab.respondTo(openSession(), 401, unauthorized(ended))
    expect(tab.redirects).toEqual([expect.stringContaining('ended=signed_out')])
    expect(tabStorage.entries.size).toBe(0)
  })

  test('remains when a sign-out failed and the session expires later', async () => {
    await tab.respondTo(signOutAllTabs(), 503, errorBody('internal'))
    await signInAs()
    await tab.respondTo(openSession(), 401, unauthorized())
    expect(getDraft('walk-in')).toEqual(NISHA)
  })

  test('is deleted by a sign-out, and not saved on the page that is left', async () => {
    await signOut()
    saveDraft('walk-in', NISHA)
    expect([tab.redirects, tabStorage.entries.size]).toEqual([['/'], 0])
  })

  test('is deleted when another account is signed in, and not saved before the reload', async () => {
    await signInAs(staffSession({ email: 'other@chautari.example' }))
    expect(tab.redirects).toEqual(['/admin/bookings'])
    saveDraft('walk-in', NISHA)
    expect(tabStorage.entries.size).toBe(0)
    // The drafts in other tabs belong to the new account.
    expect(browserStorage.entries.has('chautari-staff-signed-out')).toBe(false)
  })

  test('is deleted on the sign-in page after a sign-out in another tab', async () => {
    tab.open('/admin/login?ended=expired')
    const contexts: SignInContext[] = []
    watchSignInContext((at) => contexts.push(at))
    // Another tab of this browser has signed in and out again.
    browserStorage.entries.set('chautari-staff-signed-out', 'another')
    notifyStored()
    expect(contexts).toEqual([
      { sessionEnd: 'expired', hasDrafts: true },
      { sessionEnd: 'expired', hasDrafts: false },
    ])
    expect(tabStorage.entries.size).toBe(0)
  })

  test('the sign-out marker changes with each sign-out', async () => {
    const first = await signOut()
    expect(first).toBeTruthy()
    expect(await signOut()).not.toBe(first)
  })

  test.each(SESSION_END_REASONS)('remains or is deleted on the sign-in page after the end reason %s', (ended) => {
    tab.open(`/admin/login?ended=${ended}`)
    watchSignInContext(() => {})
    expect(hasDrafts()).toBe(REASONS_WITH_DRAFT.includes(ended))
  })

  test('is saved when local storage is blocked', () => {
    browserStorage.state = 'blocked'
    saveDraft('walk-in', NISHA)
    expect(getDraft('walk-in')).toEqual(NISHA)
  })
})
