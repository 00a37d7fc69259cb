import { beforeEach, describe, expect, test } from 'vitest'
import { SESSION_END_REASONS, type SessionEndReason } from '#domain/staff.ts'
import { getDraft, hasDrafts, saveDraft } from '#stores/admin/form-drafts.ts'
import { staffLedger } from '#stores/admin/ledger.ts'
import { signOutAllTabs } from '#stores/admin/screen.ts'
import { openSession, requireSession } from '#stores/admin/session/session.ts'
import { type SignInContext, watchSignInContext } from '#stores/admin/session/sign-in-redirect.ts'
import { replaceEnvironment } from '#stores/environment.ts'
import { KeptStorage } from '../../support/kept.ts'
import { settle, type Tab, who, withTab } from './desk.ts'

const NISHA = { firstName: 'Nisha', email: 'nisha@example.com', phone: '+9779841234567' }
const KEPT: readonly SessionEndReason[] = ['expired', 'too_many', 'password']

describe('a customer who was half typed', () => {
  let tab: Tab
  withTab((opened) => {
    tab = opened
  })
  const inTab = new KeptStorage()
  const inBrowser = new KeptStorage()
  let stored = () => {}
  const over = (ended?: SessionEndReason) => ({
    error: { code: 'unauthorized', message: 'Sign in first', ...(ended && { ended }) },
  })
  const signedIn = async () => {
    void openSession()
    await tab.next.answer(200, who())
  }
  beforeEach(async () => {
    inTab.entries.clear()
    inBrowser.entries.clear()
    inBrowser.state = 'open'
    const putBack = replaceEnvironment({
      tabStorage: inTab.storage,
      storage: inBrowser.storage,
      onStored: (run) => {
        stored = run
        return () => {}
      },
    })
    await signedIn()
    saveDraft('walk-in', NISHA)
    return putBack
  })

  test.each(SESSION_END_REASONS)('stays or goes when the session is over: %s', async (ended) => {
    void requireSession(staffLedger.today({}))
    await tab.next.answer(401, over(ended))
    expect(tab.left.at(-1)).toContain(`ended=${ended}`)
    const isKept = KEPT.includes(ended)
    expect(inTab.entries.size).toBe(isKept ? 1 : 0)
    saveDraft('walk-in', { ...NISHA, firstName: 'Nis' })
    expect(inTab.entries.size).toBe(isKept ? 1 : 0)
    await signedIn()
    expect(getDraft('walk-in')).toEqual(isKept ? { ...NISHA, firstName: 'Nis' } : undefined)
  })

  test.each([['signed_out' as const], [undefined]])(
    'goes with a logout whose answer was lost, when the end says %s',
    async (ended) => {
      void signOutAllTabs()
      expect(tab.next.method).toBe('DELETE')
      void openSession()
      await tab.next.answer(401, over(ended))
      expect(tab.left).toEqual([expect.stringContaining('ended=signed_out')])
      expect(inTab.entries.size).toBe(0)
    },
  )

  test('stays where a logout did not come about, and the session runs out later', async () => {
    void signOutAllTabs()
    await tab.next.answer(503, { error: { code: 'internal', message: 'Not now' } })
    await signedIn()
    void openSession()
    await tab.next.answer(401, over())
    expect(getDraft('walk-in')).toEqual(NISHA)
  })

  test('goes with a logout, and nothing is typed into the page that is being left', async () => {
    void signOutAllTabs()
    await tab.next.answer(200, {})
    await settle()
    saveDraft('walk-in', NISHA)
    expect([tab.left, inTab.entries.size]).toEqual([['/'], 0])
  })

  test('goes where somebody else is signed in by now, also what is typed before the page has gone', async () => {
    void openSession()
    await tab.next.answer(200, who({ email: 'other@chautari.example' }))
    expect(tab.left).toEqual(['/admin/bookings'])
    saveDraft('walk-in', NISHA)
    expect(inTab.entries.size).toBe(0)
    // Theirs in the other tabs stays.
    expect(inBrowser.entries.has('chautari-staff-left')).toBe(false)
  })

  test('at the door of another tab goes once somebody leaves, also where that tab slept', async () => {
    tab.url = new URL('http://localhost:4321/admin/login?ended=expired')
    const seen: SignInContext[] = []
    watchSignInContext((at) => seen.push(at))
    // Another tab of the same browser, in which the same person has signed in and left again.
    inBrowser.entries.set('chautari-staff-left', 'another')
    stored()
    expect(seen).toEqual([
      { sessionEnd: 'expired', hasDrafts: true },
      { sessionEnd: 'expired', hasDrafts: false },
    ])
    expect(inTab.entries.size).toBe(0)
  })

  test('tells the other tabs of each leaving', async () => {
    void signOutAllTabs()
    await tab.next.answer(200, {})
    await settle()
    const first = inBrowser.entries.get('chautari-staff-left')
    expect(first).toBeTruthy()
    void signOutAllTabs()
    await tab.next.answer(200, {})
    await settle()
    expect(inBrowser.entries.get('chautari-staff-left')).not.toBe(first)
  })

  test.each(SESSION_END_REASONS)('waits at the door only where it may: %s', (ended) => {
    tab.url = new URL(`http://localhost:4321/admin/login?ended=${ended}`)
    watchSignInContext(() => {})
    expect(hasDrafts()).toBe(KEPT.includes(ended))
  })

  test('is kept where the browser lets nothing be stored for all tabs', () => {
    inBrowser.state = 'blocked'
    saveDraft('walk-in', NISHA)
    expect(getDraft('walk-in')).toEqual(NISHA)
  })
})
