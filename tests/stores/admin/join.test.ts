import { describe, expect, test } from 'vitest'
import { $joinState, join, openJoin } from '#stores/admin/staff/join.ts'
import { errorBody, withTab } from './staff-tab.ts'

const tab = withTab()

describe('joining the staff', () => {
  test('sends the token in the body, never in a URL', async () => {
    tab.open('/admin/join#the-secret')
    void openJoin()
    const lookup = tab.next
    expect([lookup.path, lookup.query, lookup.body]).toEqual(['/api/admin/join', {}, { token: 'the-secret' }])
    await lookup.respond(200, { email: 'desk@chautari.example', name: '', role: 'desk', forAccount: false })
    await join(' ', '')
    expect($joinState.get()).toMatchObject({ fields: { name: 'Enter your name', password: 'Choose a password' } })
    void join('Sushma Rai', 'mango lizard umbrella quartz')
    const sent = tab.take('/api/admin/join', 'PUT')
    expect(sent.body).toEqual({ token: 'the-secret', name: 'Sushma Rai', password: 'mango lizard umbrella quartz' })
    await sent.respond(200, { email: 'desk@chautari.example' })
    expect($joinState.get().state).toBe('joined')
  })

  test('reports an expired link, and sends nothing without one', async () => {
    tab.open('/admin/join')
    await openJoin()
    expect($joinState.get()).toMatchObject({ state: 'unavailable', problem: expect.stringContaining('full link') })
    tab.open('/admin/join#the-secret')
    await tab.respondTo(openJoin(), 404, errorBody('not_found'))
    expect($joinState.get()).toEqual({ state: 'unavailable', problem: 'message: not_found' })
  })
})
