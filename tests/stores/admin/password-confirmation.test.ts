import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { staffLedger } from '#stores/admin/ledger.ts'
import { $passwordPrompt, cancelPasswordPrompt, confirmPassword } from '#stores/admin/session/password-confirmation.ts'
import { errorBody, type PendingRequest, settle, withTab } from './staff-tab.ts'

const tab = withTab(() => {
  $passwordPrompt.set(undefined)
})

const PROOF = '/api/admin/session/proof'

describe('a request that requires a recent password', () => {
  let response: ReturnType<typeof staffLedger.startTwoFactor>
  let first: PendingRequest
  beforeEach(async () => {
    response = staffLedger.startTwoFactor({})
    first = tab.next
    await first.respond(403, errorBody('password_again'))
  })
  afterEach(cancelPasswordPrompt)
  const incorrect = errorBody('invalid', { fields: { password: 'This password is not correct' } })

  test('prompts for it, and repeats the request', async () => {
    expect($passwordPrompt.get()).toEqual({ busy: false })
    void confirmPassword('my password')
    const proof = tab.next
    expect([proof.path, proof.body]).toEqual([PROOF, { password: 'my password' }])
    expect($passwordPrompt.get()).toEqual({ busy: true })
    await proof.respond(200, {})
    await settle()
    const second = tab.next
    expect([second.method, second.path, second.body]).toEqual([first.method, first.path, first.body])
    await second.respond(200, { key: 'K', uri: 'otpauth://x' })
    expect(await response).toEqual({ ok: true, value: { key: 'K', uri: 'otpauth://x' } })
    expect($passwordPrompt.get()).toBeUndefined()
  })

  test('shows why it was rejected, and keeps the prompt open', async () => {
    await confirmPassword('')
    expect($passwordPrompt.get()).toEqual({ busy: false, problem: 'Enter your password' })
    await tab.respondTo(confirmPassword('wrong'), 422, incorrect)
    expect($passwordPrompt.get()).toEqual({ busy: false, problem: 'This password is not correct' })
    await tab.respondTo(confirmPassword('wrong'), 429, errorBody('too_many'))
    expect($passwordPrompt.get()).toEqual({ busy: false, problem: 'message: too_many' })
  })

  test('fails without another request when the prompt is cancelled', async () => {
    cancelPasswordPrompt()
    expect(await response).toMatchObject({ ok: false, failure: { code: 'password_again' } })
    expect($passwordPrompt.get()).toBeUndefined()
    expect(tab.requests).toEqual([])
  })

  test('does not reopen the prompt when it was cancelled during the check', async () => {
    void confirmPassword('wrong')
    const proof = tab.next
    cancelPasswordPrompt()
    expect(await response).toMatchObject({ ok: false })
    await proof.respond(422, incorrect)
    expect($passwordPrompt.get()).toBeUndefined()
  })

  test('shares the prompt with simultaneous requests', async () => {
    const other = staffLedger.startTwoFactor({})
    await tab.next.respond(403, errorBody('password_again'))
    await tab.respondTo(confirmPassword('my password'), 200, {})
    await settle()
    expect(tab.requests).toHaveLength(2)
    for (const repeated of tab.requests.splice(0)) await repeated.respond(200, { key: 'K', uri: 'u' })
    expect(await Promise.all([response, other])).toMatchObject([{ ok: true }, { ok: true }])
  })

  test('redirects to sign-in when the session has ended', async () => {
    await tab.respondTo(confirmPassword('my password'), 401, errorBody('unauthorized'))
    expect(tab.redirects).toEqual(['/admin/login?next=%2Fadmin%2Fbookings'])
  })
})
