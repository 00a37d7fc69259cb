import { beforeEach, expect, test } from 'vitest'
import type { Staff } from '#server/staff/sessions.ts'
import { loadCashUps } from '#server/till/cash-ups.ts'
import { describeOnEachEngine, HOUR, rows } from '../../support/app.ts'
import { granted } from '../../support/orders.ts'
import { staffMember } from '../../support/staff-member.ts'
import { type Count, countTill, HUB, SALE, sellAtDesk, TILL_DATE } from '../../support/till.ts'

const NEXT_DAY = '2026-12-02'

describeOnEachEngine('the opening float on %s', (app) => {
  let owner: Staff
  let dipa: Staff
  let deepak: Staff
  beforeEach(async () => {
    owner = await staffMember(app)
    dipa = await staffMember(app, 'desk', [HUB])
    deepak = await staffMember(app, 'desk', [HUB])
  })
  const read = async (by: Staff, date: string = TILL_DATE) => {
    const { people } = granted(await loadCashUps(app, by, { location: HUB, date }))
    return people.find(({ staffId }) => staffId === by.id)
  }
  const sign = async (by: Staff, cash: number, over: Count = {}) => {
    app.clock.advance(HOUR)
    return granted(await countTill(app, by, cash, { signedName: 'Nisha', reason: 'Wrong change', ...over }))
  }
  /** Each sells once; Dipa signs first and leaves 500, Deepak leaves 1,000. */
  const signBoth = async () => {
    await sellAtDesk(app, dipa, 'cash')
    await sellAtDesk(app, deepak, 'cash')
    await sign(dipa, SALE)
    await sign(deepak, 2 * SALE)
  }

  test('includes a sale after the signature, before and after its till is counted again', async () => {
    await signBoth()
    await sellAtDesk(app, dipa, 'cash')
    expect(await read(dipa)).toMatchObject({ status: 'changed', opening: 0, expected: { cash: 2 * SALE } })
    const later = await staffMember(app, 'desk', [HUB])
    expect(await read(later)).toMatchObject({ opening: 3 * SALE })
    await sign(dipa, 2 * SALE, { version: 1 })
    expect(await read(later)).toMatchObject({ opening: 3 * SALE })
    app.clock.advance(20 * HOUR)
    expect(await read(deepak, NEXT_DAY)).toMatchObject({ opening: 3 * SALE, expected: { cash: 3 * SALE } })
  })

  test('is not raised twice by a sale that a later till has counted', async () => {
    await sellAtDesk(app, dipa, 'cash')
    await sign(dipa, SALE)
    await sellAtDesk(app, dipa, 'cash')
    await sign(deepak, 2 * SALE)
    expect(await read(deepak)).toMatchObject({ status: 'signed', opening: 2 * SALE })
    await sign(dipa, 2 * SALE, { version: 1 })
    app.clock.advance(20 * HOUR)
    expect(await read(deepak, NEXT_DAY)).toMatchObject({ opening: 2 * SALE })
  })

  test("follows a manager's count of an earlier till", async () => {
    await signBoth()
    app.clock.advance(20 * HOUR)
    await sign(owner, SALE, { staffId: dipa.id, version: 1, banked: 20_000 })
    expect(await read(deepak, NEXT_DAY)).toMatchObject({ opening: 2 * SALE - 20_000 })
    const counted = await sign(owner, 2 * SALE - 20_000, { staffId: deepak.id, version: 1 })
    const deepaks = counted.people.find(({ staffId }) => staffId === deepak.id)
    expect(deepaks).toMatchObject({ opening: SALE - 20_000, count: { expected: { cash: 2 * SALE - 20_000 } } })
    expect(await read(deepak, NEXT_DAY)).toMatchObject({ opening: 2 * SALE - 20_000 })
  })

  test('of a finished till is that of its count, also after an earlier one was corrected', async () => {
    await signBoth()
    await sign(owner, SALE - 1, { staffId: dipa.id, version: 1 })
    expect(await read(deepak)).toMatchObject({ status: 'signed', opening: SALE, float: SALE - 1 })
  })

  test('is what the drawer holds after an earlier till was counted again, and later counts agree', async () => {
    for (const by of [dipa, dipa, deepak]) await sellAtDesk(app, by, 'cash')
    await sign(dipa, 2 * SALE)
    await sign(deepak, 3 * SALE, { banked: 3 * SALE })
    await sellAtDesk(app, dipa, 'cash')
    // The drawer holds the new sale alone, so Dipa counts less than the screen asks for.
    await sign(dipa, SALE, { version: 1 })
    app.clock.advance(20 * HOUR)
    await sign(deepak, SALE, { date: NEXT_DAY })
    const later = await staffMember(app, 'desk', [HUB])
    expect(await read(later, NEXT_DAY)).toMatchObject({ opening: SALE })
  })

  test('keeps a sale after the signature when its day is no longer read', async () => {
    await sellAtDesk(app, dipa, 'cash')
    await sign(dipa, SALE)
    await sellAtDesk(app, dipa, 'cash')
    await sign(deepak, 2 * SALE)
    app.clock.advance(10 * 24 * HOUR)
    await sign(deepak, 2 * SALE, { date: '2026-12-11' })
    app.clock.advance(25 * 24 * HOUR)
    const later = await staffMember(app, 'desk', [HUB])
    expect(await read(later, '2027-01-05')).toMatchObject({ opening: 2 * SALE })
  })

  test('is that of its count in a till of earlier days than are read, but for the first one', async () => {
    await signBoth()
    app.clock.advance(40 * 24 * HOUR)
    await sign(deepak, 2 * SALE, { date: '2027-01-09', opening: 1 })
    await sign(deepak, 2 * SALE, { date: '2027-01-10' })
    expect([await read(dipa), await read(deepak)]).toMatchObject([{ float: 0 }, { float: SALE }])
    expect(await read(deepak, '2027-01-09')).toMatchObject({ float: 2 * SALE })
  })

  test('includes the till of a day before that is signed late', async () => {
    await sellAtDesk(app, dipa, 'cash')
    app.clock.advance(20 * HOUR)
    await sign(deepak, 10_000, { date: NEXT_DAY })
    await sign(dipa, 10_000 + SALE)
    const later = await staffMember(app, 'desk', [HUB])
    expect(await read(later, NEXT_DAY)).toMatchObject({ opening: 10_000 + SALE })
  })

  test('uses a count that replaces a signed one before it is signed', async () => {
    await signBoth()
    granted(await countTill(app, dipa, SALE - 5_000, { version: 1 }))
    expect(await read(dipa)).toMatchObject({ status: 'counted', opening: 0 })
    const later = await staffMember(app, 'desk', [HUB])
    expect(await read(later)).toMatchObject({ opening: 2 * SALE - 5_000 })
  })

  test('a cash-up that is signed again has the time of that signature', async () => {
    await sellAtDesk(app, dipa, 'cash')
    await sign(dipa, SALE)
    const first = (await read(dipa))?.count?.signedAt
    await sign(dipa, SALE, { version: 1, signedName: 'Dipa Rai' })
    const at = new Date(app.now()).toISOString()
    expect(first).not.toBe(at)
    expect(await read(dipa)).toMatchObject({ count: { signedName: 'Dipa Rai', signedAt: at } })
    expect(await rows(app.db.read, 'cash_ups')).toMatchObject([{ signed_at: at, first_signed_at: first }])
  })
})
