import { describe, expect, test } from 'vitest'
import { staffLedger } from '#stores/admin/ledger.ts'
import { $passwordPrompt, cancelPasswordPrompt, confirmPassword } from '#stores/admin/session/password-confirmation.ts'
import { $joining, join, openJoin } from '#stores/admin/staff/join.ts'
import { $people, changePerson, readPeople } from '#stores/admin/staff/people.ts'
import { refusal, settle, type Tab, withTab } from './desk.ts'

let tab: Tab
withTab((opened) => {
  tab = opened
  $passwordPrompt.set(undefined)
})

const PROOF = '/api/admin/session/proof'

describe('a call that needs the password again', () => {
  const begin = () => {
    const asked = staffLedger.startTwoFactor({})
    return { asked, first: tab.next }
  }

  test('asks for it, and is repeated by itself', async () => {
    const { asked, first } = begin()
    await first.answer(403, refusal('password_again'))
    expect($passwordPrompt.get()).toEqual({ busy: false })
    void confirmPassword('my password')
    const proof = tab.next
    expect([proof.path, proof.body]).toEqual([PROOF, { password: 'my password' }])
    expect($passwordPrompt.get()).toEqual({ busy: true })
    await proof.answer(200, {})
    await settle()
    const second = tab.next
    expect([second.method, second.path, second.body]).toEqual([first.method, first.path, first.body])
    await second.answer(200, { key: 'K', uri: 'otpauth://x' })
    expect(await asked).toEqual({ ok: true, value: { key: 'K', uri: 'otpauth://x' } })
    expect($passwordPrompt.get()).toBeUndefined()
  })

  test('says what is wrong with it, and asks on', async () => {
    const { first } = begin()
    await first.answer(403, refusal('password_again'))
    await confirmPassword('')
    expect($passwordPrompt.get()).toEqual({ busy: false, problem: 'Enter your password' })
    void confirmPassword('wrong')
    await tab.next.answer(422, refusal('invalid', { fields: { password: 'This is not your password' } }))
    expect($passwordPrompt.get()).toEqual({ busy: false, problem: 'This is not your password' })
    void confirmPassword('wrong')
    await tab.next.answer(429, refusal('too_many'))
    expect($passwordPrompt.get()).toEqual({ busy: false, problem: 'said: too_many' })
    cancelPasswordPrompt()
  })

  test('called off, it is refused and nothing is sent', async () => {
    const { asked, first } = begin()
    await first.answer(403, refusal('password_again'))
    cancelPasswordPrompt()
    expect(await asked).toMatchObject({ ok: false, failure: { code: 'password_again' } })
    expect($passwordPrompt.get()).toBeUndefined()
    expect(tab.asked).toEqual([])
  })

  test('called off while it is looked at, it is not asked for again by that answer', async () => {
    const { asked, first } = begin()
    await first.answer(403, refusal('password_again'))
    void confirmPassword('wrong')
    const proof = tab.next
    cancelPasswordPrompt()
    expect(await asked).toMatchObject({ ok: false })
    await proof.answer(422, refusal('invalid', { fields: { password: 'This is not your password' } }))
    expect($passwordPrompt.get()).toBeUndefined()
  })

  test('shares its question with others that need it at the same time', async () => {
    const [one, two] = [begin(), begin()]
    await one.first.answer(403, refusal('password_again'))
    await two.first.answer(403, refusal('password_again'))
    void confirmPassword('my password')
    await tab.next.answer(200, {})
    await settle()
    expect(tab.asked).toHaveLength(2)
    for (const again of tab.asked.splice(0)) await again.answer(200, { key: 'K', uri: 'u' })
    expect(await Promise.all([one.asked, two.asked])).toMatchObject([{ ok: true }, { ok: true }])
  })

  test('whose session is over leads to the door', async () => {
    const { first } = begin()
    await first.answer(403, refusal('password_again'))
    void confirmPassword('my password')
    await tab.next.answer(401, refusal('unauthorized'))
    expect(tab.left).toEqual(['/admin/login?next=%2Fadmin%2Fbookings'])
    cancelPasswordPrompt()
  })
})

describe('people', () => {
  const person = { staffId: 'p', email: 'desk@chautari.example', role: 'desk', version: 1 }

  test('a change that came too late shows what is so now', async () => {
    void readPeople()
    await tab.next.answer(200, { people: [person], invitations: [] })
    const changed = changePerson('p', { version: 1, role: 'manager' })
    await tab.next.answer(409, refusal('changed_meanwhile', { current: { ...person, role: 'owner', version: 2 } }))
    expect(await changed).toMatchObject({ ok: false, failure: { code: 'changed_meanwhile' } })
    expect($people.get().people).toMatchObject([{ role: 'owner', version: 2 }])
  })
})

describe('joining', () => {
  test('sends the secret of the link in the body, never in an address', async () => {
    tab.url = new URL('http://localhost:4321/admin/join#the-secret')
    void openJoin()
    const look = tab.next
    expect([look.path, look.query, look.body]).toEqual(['/api/admin/join', {}, { token: 'the-secret' }])
    await look.answer(200, { email: 'desk@chautari.example', name: '', role: 'desk', forAccount: false })
    await join(' ', '')
    expect($joining.get()).toMatchObject({ fields: { name: 'Enter your name', password: 'Choose a password' } })
    void join('Sushma Rai', 'mango lizard umbrella quartz')
    const sent = tab.next
    expect([sent.method, sent.path, sent.body]).toEqual([
      'PUT',
      '/api/admin/join',
      { token: 'the-secret', name: 'Sushma Rai', password: 'mango lizard umbrella quartz' },
    ])
    await sent.answer(200, { email: 'desk@chautari.example' })
    expect($joining.get().state).toBe('joined')
  })

  test('says that a link is over, and asks nothing without one', async () => {
    tab.url = new URL('http://localhost:4321/admin/join')
    await openJoin()
    expect($joining.get()).toMatchObject({ state: 'over', sentence: expect.stringContaining('whole link') })
    tab.url = new URL('http://localhost:4321/admin/join#the-secret')
    void openJoin()
    await tab.next.answer(404, refusal('not_found'))
    expect($joining.get()).toEqual({ state: 'over', sentence: 'said: not_found' })
  })
})
