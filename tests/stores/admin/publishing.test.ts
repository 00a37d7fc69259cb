import { beforeEach, describe, expect, test } from 'vitest'
import { $publishing, publish, readPublishing } from '#stores/admin/publishing.ts'
import { errorBody, settle, withTab } from './staff-tab.ts'

const tab = withTab()

test('a publication is requested once at a time, and its response is shown', async () => {
  const outdated = {
    available: true,
    last: null,
    hasUnpublishedPrices: true,
    hasUnpublishedClosures: false,
    hasUnpublishedSeats: false,
  }
  await tab.respondTo(readPublishing(), 200, outdated)
  void publish()
  void publish()
  expect(tab.requests).toMatchObject([{ method: 'POST', path: '/api/admin/publishing' }])
  await tab.next.respond(503, errorBody('deploy_hook_failed'))
  expect($publishing.get()).toMatchObject({ busy: false, isRequested: false, failure: { code: 'deploy_hook_failed' } })
  void readPublishing()
  const before = tab.next
  await tab.respondTo(publish(), 200, { ...outdated, hasUnpublishedPrices: false })
  await settle()
  await before.respond(200, outdated)
  expect($publishing.get()).toEqual({
    publishing: { ...outdated, hasUnpublishedPrices: false },
    busy: false,
    isRequested: true,
  })
})

test('a requested publication no longer counts once closed days changed after it', async () => {
  $publishing.set({ busy: false, isRequested: false })
  const published = {
    available: true,
    last: null,
    hasUnpublishedPrices: false,
    hasUnpublishedClosures: false,
    hasUnpublishedSeats: false,
  }
  await tab.respondTo(readPublishing(), 200, published)
  await tab.respondTo(publish(), 200, published)
  await tab.respondTo(readPublishing(), 200, published)
  expect($publishing.get().isRequested).toBe(true)
  await tab.respondTo(readPublishing(), 200, { ...published, hasUnpublishedClosures: true })
  expect($publishing.get().isRequested).toBe(false)
})

describe('a publication whose response is lost', () => {
  const last = (at: string, status: number) => ({ by: 'One', at, status })
  const outdated = {
    available: true,
    last: last('2026-12-01T04:00:00.000Z', 200),
    hasUnpublishedPrices: true,
    hasUnpublishedClosures: false,
    hasUnpublishedSeats: false,
  }
  const published = { ...outdated, last: last('2026-12-01T04:15:00.000Z', 200), hasUnpublishedPrices: false }
  const publishWithoutResponse = async (current: typeof outdated) => {
    await tab.respondTo(readPublishing(), 200, outdated)
    await tab.resultOf(publish(), [500, errorBody('internal')], [200, current])
  }
  beforeEach(() => $publishing.set({ busy: false, isRequested: false }))

  test('succeeds when the hook accepted it, and is not repeated until prices change', async () => {
    await publishWithoutResponse(published)
    expect($publishing.get()).toEqual({ publishing: published, busy: false, isRequested: true })
    void publish()
    expect(tab.requests).toEqual([])
    await tab.respondTo(readPublishing(), 200, { ...published, hasUnpublishedPrices: true })
    await tab.respondTo(publish(), 200, published)
  })

  test.each([
    ['was not sent', outdated],
    ['was not accepted', { ...outdated, last: last('2026-12-01T04:15:00.000Z', 500) }],
  ])('can be requested again when it %s', async (_, current) => {
    await publishWithoutResponse(current)
    expect($publishing.get()).toMatchObject({ busy: false, isRequested: false, failure: { code: 'internal' } })
  })
})
