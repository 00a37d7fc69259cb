import { beforeEach, describe, expect, test } from 'vitest'
import type { Capacity } from '#contract/admin/capacity.ts'
import {
  $capacity,
  blockSeats,
  changeCapacity,
  chooseLocation,
  openCapacity,
  receiveCapacity,
  removeBlock,
} from '#stores/admin/seats/capacity.ts'
import { $session } from '#stores/admin/session/session.ts'
import { errorBody, staffSession, withTab } from './staff-tab.ts'

const CAPACITY = '/api/admin/capacity'
const BLOCKS = '/api/admin/blocks'
const capacity = (locationId: string, seats = 40): Capacity => ({
  locationId,
  seats,
  contentSeats: 40,
  changes: [],
  blocks: [],
  short: [],
})
const CHANGE = { locationId: 'kausimaa', from: '2026-12-10', seats: 36, reason: 'Renovation' }
const BLOCK = { ...CHANGE, to: '2026-12-12' }

const tab = withTab()
const shown = () => $capacity.get().capacity?.seats
async function open(url = '/admin/seats?location=kausimaa'): Promise<void> {
  tab.open(url)
  const opening = openCapacity()
  await tab.take(CAPACITY).respond(200, capacity($capacity.get().locationId ?? ''))
  await opening
}

beforeEach(() => $capacity.set({}))

describe('the location of the seats', () => {
  test('is that of the URL', async () => {
    await open()
    expect($capacity.get()).toMatchObject({ locationId: 'kausimaa', capacity: { seats: 40 } })
  })

  test('is the first assigned one where the URL names none of them', async () => {
    $session.set({ state: 'open', user: staffSession({ role: 'manager', workplaces: ['dhobighat-hub'] }) })
    await open()
    expect($capacity.get().locationId).toBe('dhobighat-hub')
  })

  test('is stored in the URL when it is chosen, and shows nothing of another one', async () => {
    await open()
    chooseLocation('dhobighat-hub')
    expect(tab.url.search).toBe('?location=dhobighat-hub')
    expect(shown()).toBeUndefined()
    const request = tab.take(CAPACITY)
    expect(request.query).toEqual({ location: 'dhobighat-hub' })
    await request.respond(200, capacity('dhobighat-hub', 60))
    expect(shown()).toBe(60)
  })

  test('ignores a response for the location before', async () => {
    tab.open('/admin/seats?location=kausimaa')
    void openCapacity()
    const late = tab.take(CAPACITY)
    chooseLocation('dhobighat-hub')
    await tab.take(CAPACITY).respond(200, capacity('dhobighat-hub', 60))
    await late.respond(200, capacity('kausimaa'))
    expect($capacity.get()).toMatchObject({ locationId: 'dhobighat-hub', capacity: { seats: 60 } })
  })

  test('keeps the loaded seats beside a failure until they load', async () => {
    await open()
    void receiveCapacity('kausimaa')
    await tab.take(CAPACITY).respond(500, errorBody('internal'))
    expect($capacity.get()).toMatchObject({ capacity: { seats: 40 }, failure: { code: 'internal' } })
    void receiveCapacity('kausimaa')
    await tab.take(CAPACITY).respond(200, capacity('kausimaa', 30))
    expect($capacity.get().failure).toBeUndefined()
    expect(shown()).toBe(30)
  })
})

describe('a change of seats', () => {
  beforeEach(() => open())

  test('shows the new seats, and not those of a request before it', async () => {
    void receiveCapacity('kausimaa')
    const late = tab.take(CAPACITY)
    const changing = changeCapacity(CHANGE)
    const request = tab.take(`${CAPACITY}/seats`, 'PUT')
    expect(request.body).toEqual(CHANGE)
    await request.respond(200, capacity('kausimaa', 36))
    expect((await changing).ok).toBe(true)
    await late.respond(200, capacity('kausimaa'))
    expect(shown()).toBe(36)
  })

  test('returns the failure and leaves the seats when the server rejects it', async () => {
    const changing = changeCapacity(CHANGE)
    await tab.take(`${CAPACITY}/seats`, 'PUT').respond(422, errorBody('invalid', { fields: { seats: 'Too many' } }))
    expect(await changing).toMatchObject({ ok: false, failure: { fields: { seats: 'Too many' } } })
    expect(shown()).toBe(40)
  })

  test('is not shown when its location is not the displayed one', async () => {
    const changing = changeCapacity(CHANGE)
    chooseLocation('dhobighat-hub')
    await tab.take(CAPACITY).respond(200, capacity('dhobighat-hub', 60))
    await tab.take(`${CAPACITY}/seats`, 'PUT').respond(200, capacity('kausimaa', 36))
    await changing
    expect(shown()).toBe(60)
  })

  test('loads a colleague’s change of the displayed location only', async () => {
    void receiveCapacity('dhobighat-hub')
    expect(tab.requests).toEqual([])
    void receiveCapacity('kausimaa')
    await tab.take(CAPACITY).respond(200, capacity('kausimaa', 36))
    expect(shown()).toBe(36)
  })
})

describe('blocked seats', () => {
  beforeEach(() => open())

  test('are blocked with one key until the request succeeds', async () => {
    const first = blockSeats(BLOCK)
    const lost = tab.take(BLOCKS, 'POST')
    await lost.respond(500, errorBody('internal'))
    expect((await first).ok).toBe(false)
    const second = blockSeats(BLOCK)
    const repeated = tab.take(BLOCKS, 'POST')
    expect([repeated.key, repeated.body]).toEqual([lost.key, BLOCK])
    await repeated.respond(201, capacity('kausimaa', 40))
    expect((await second).ok).toBe(true)
    void blockSeats(BLOCK)
    expect(tab.take(BLOCKS, 'POST').key).not.toBe(lost.key)
  })

  test('are removed by their id', async () => {
    const removing = removeBlock('b-1')
    await tab.take(`${BLOCKS}/b-1`, 'DELETE').respond(200, capacity('kausimaa', 39))
    expect((await removing).ok).toBe(true)
    expect(shown()).toBe(39)
  })
})
