import { beforeEach, describe, expect, test } from 'vitest'
import { CASH_UP_MESSAGES } from '#contract/admin/till.ts'
import type { DeskMethod } from '#domain/payment.ts'
import { payOutRefund } from '#server/payments/cash-payout.ts'
import { loadToday } from '#server/reports/today.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { approveCashUp, loadCashUps } from '#server/till/cash-ups.ts'
import { auditEntries, describeOnEachEngine, expectNothingStored, HOUR, kathmandu, rows } from '../../support/app.ts'
import { failureOf, granted } from '../../support/orders.ts'
import { codeOf } from '../../support/outcomes.ts'
import { refund } from '../../support/staff-actions.ts'
import { staffMember } from '../../support/staff-member.ts'
import { type Count, countTill, HUB, SALE, sellAtDesk, TILL_DATE } from '../../support/till.ts'

describeOnEachEngine('cash-ups on %s', (app) => {
  let owner: Staff
  let desk: Staff
  beforeEach(async () => {
    owner = await staffMember(app)
    desk = await staffMember(app, 'desk', [HUB])
  })
  const sell = (method: DeskMethod, by = desk) => sellAtDesk(app, by, method)
  const read = async (by = desk, date = TILL_DATE) =>
    granted(await loadCashUps(app, by, { location: HUB, date })).people
  const count = (cash: number, over: Count = {}, by = desk) => countTill(app, by, cash, over)
  const approve = (version: number, by = owner, staffId = desk.id) =>
    approveCashUp(app, by, { locationId: HUB, date: TILL_DATE, staffId, version })

  test('expect what one person took and paid out at the location on the day', async () => {
    const colleague = await staffMember(app, 'desk', [HUB])
    await sell('cash')
    await sell('cash')
    await sell('counter_qr')
    await sell('card_terminal', colleague)
    const payments = await rows(app.db.read, 'payments')
    const id = payments.find(({ method }) => method === 'cash')?.id ?? ''
    const { refundId } = granted(await refund(app, owner, id, 20_000, { channel: 'cash' }))
    const before = { status: 'open', version: 0, opening: 0, count: null }
    const received = { cash: 2 * SALE, counter_qr: SALE, card_terminal: 0 }
    expect(await read()).toMatchObject([{ ...before, staffId: desk.id, expected: received }])
    app.clock.advance(HOUR)
    granted(await payOutRefund(app, colleague, refundId, { name: 'Nisha Gurung' }))
    const ofColleague = { cash: -20_000, counter_qr: 0, card_terminal: SALE }
    expect(await read(colleague)).toMatchObject([{ staffId: colleague.id, expected: ofColleague }])
    const people = await read(owner)
    expect(people.map(({ staffId }) => staffId).toSorted()).toEqual([desk.id, colleague.id].toSorted())
    const [, paidOut] = people.find(({ staffId }) => staffId === colleague.id)?.movements ?? []
    expect(paidOut).toMatchObject({ method: 'cash', amount: -20_000, reference: 'Nisha Gurung', customerName: 'Nisha' })
    app.now = () => kathmandu('2026-12-02', '09:00')
    expect(await read(desk, '2026-12-02')).toMatchObject([{ expected: { cash: 0 }, movements: [] }])
  })

  test('are counted, and signed with a name, each with an audit entry', async () => {
    await sell('cash')
    expect(granted(await count(SALE)).people).toMatchObject([{ status: 'counted', version: 1 }])
    const signed = granted(await count(SALE, { version: 1, signedName: 'Nisha Gurung' }))
    expect(signed.people).toMatchObject([
      {
        ...{ status: 'signed', version: 2 },
        count: { signedName: 'Nisha Gurung', signedAt: '2026-12-01T04:15:00.000Z', approvedBy: null },
      },
    ])
    const actions = (await auditEntries(app)).map(({ action }) => action)
    expect(actions).toEqual(['booking_placed', 'cash_counted', 'cash_signed'])
  })

  test('are changed by money that moves after the signature, and signed again', async () => {
    await sell('cash')
    granted(await count(SALE, { signedName: 'Nisha' }))
    await sell('cash')
    expect(await read()).toMatchObject([{ status: 'changed', expected: { cash: 2 * SALE } }])
    granted(await count(2 * SALE, { version: 1, signedName: 'Nisha' }))
    expect(await read()).toMatchObject([{ status: 'signed' }])
  })

  describe('with a difference', () => {
    test('need a reason to be signed', async () => {
      await sell('cash')
      granted(await count(SALE - 1))
      const sign = (reason: string) => count(SALE - 1, { version: 1, signedName: 'Nisha', reason })
      expect(failureOf(await sign(' ')).fields).toEqual({ reason: CASH_UP_MESSAGES.reason })
      expect(granted(await sign('One coin is lost')).people).toMatchObject([{ status: 'signed' }])
    })

    test('need an approval above 100 rupees, which a later count ends', async () => {
      await sell('cash')
      const sign = { signedName: 'Nisha', reason: 'Wrong change' }
      expect(granted(await count(SALE - 10_001, sign)).people).toMatchObject([{ status: 'differs' }])
      const approved = granted(await approve(1))
      expect(approved.people).toMatchObject([
        { status: 'signed', version: 2, count: { approvedBy: expect.any(String) } },
      ])
      expect(codeOf(await approve(2))).toBe('wrong_state')
      const recount = { ...sign, staffId: desk.id, version: 2 }
      expect(failureOf(await count(SALE, { ...recount, signedName: 'Nisha' }))).toMatchObject({
        code: 'forbidden',
        message: CASH_UP_MESSAGES.approvedBefore,
      })
      const again = granted(await count(SALE - 10_001, recount, owner))
      expect(again.people).toMatchObject([{ status: 'differs', count: { approvedBy: null } }])
    })

    test('are counted again by the desk when money moves after the approval', async () => {
      await sell('cash')
      const sign = { signedName: 'Nisha', reason: 'Wrong change' }
      granted(await count(SALE - 10_001, sign))
      granted(await approve(1))
      await sell('cash')
      expect(granted(await count(2 * SALE, { ...sign, version: 2 })).people).toMatchObject([{ status: 'signed' }])
    })

    test('are approved by another manager than who counted, or by an owner', async () => {
      const manager = await staffMember(app, 'manager')
      const other = await staffMember(app, 'manager')
      const sign = { signedName: 'Asha', reason: 'Wrong change', staffId: desk.id }
      granted(await count(20_000, sign, manager))
      await expectNothingStored(app, async () => {
        expect(codeOf(await approve(1, manager))).toBe('forbidden')
        expect(codeOf(await approve(0, other))).toBe('changed_meanwhile')
        expect(codeOf(await approve(1, other, manager.id))).toBe('not_found')
      })
      granted(await approve(1, other))
      granted(await count(0, { signedName: 'Owner', reason: 'Wrong change' }, owner))
      granted(await approve(1, owner, owner.id))
    })
  })

  test('start with the cash that the last signed cash-up of the location left', async () => {
    granted(await count(80_000, { signedName: 'Nisha', reason: 'Start of the till', banked: 30_000 }))
    granted(await count(1, { date: '2026-11-30', reason: 'Not signed' }, owner))
    app.now = () => kathmandu('2026-12-03', '08:00')
    expect(await read(desk, '2026-12-03')).toMatchObject([{ opening: 50_000, expected: { cash: 50_000 } }])
    expect(await read(owner, '2026-11-30')).toMatchObject([{ status: 'counted', float: 50_000 }])
  })

  test('count cash that is missing since the day before as a difference', async () => {
    granted(await count(50_000, { signedName: 'Nisha', opening: 50_000 }))
    app.now = () => kathmandu('2026-12-02', '20:00')
    const sign = { date: '2026-12-02', signedName: 'Nisha', opening: 20_000 }
    expect(failureOf(await count(20_000, sign)).fields).toEqual({ reason: CASH_UP_MESSAGES.reason })
    const { people } = granted(await count(20_000, { ...sign, reason: 'Found less' }))
    expect(people).toMatchObject([{ status: 'differs', opening: 50_000, float: 50_000, expected: { cash: 50_000 } }])
  })

  test('leave the float of the last one to sign first, also when another is signed again', async () => {
    const colleague = await staffMember(app, 'desk', [HUB])
    await sell('cash')
    granted(await count(SALE, { signedName: 'Nisha' }))
    app.clock.advance(HOUR)
    granted(await count(SALE + 10_000, { signedName: 'Asha', reason: 'Change from the bank' }, colleague))
    app.clock.advance(HOUR)
    granted(await count(SALE, { signedName: 'Nisha', version: 1 }))
    app.now = () => kathmandu('2026-12-02', '09:00')
    expect(await read(desk, '2026-12-02')).toMatchObject([{ opening: SALE + 10_000 }])
  })

  test('are listed on later days until they are finished, for managers and the person of the till', async () => {
    const colleague = await staffMember(app, 'desk', [HUB])
    await sell('cash')
    const listed = async (by: Staff) => granted(await loadToday(app, by)).cashUps
    const till = { locationId: HUB, date: TILL_DATE, staffId: desk.id }
    expect(await listed(owner)).toEqual([])
    app.now = () => kathmandu('2026-12-02', '09:00')
    expect(await listed(owner)).toMatchObject([{ ...till, status: 'open' }])
    expect(await listed(desk)).toMatchObject([till])
    expect(await listed(colleague)).toEqual([])
    granted(await count(20_000, { signedName: 'Nisha', reason: 'Wrong change' }))
    expect(await listed(owner)).toMatchObject([{ ...till, status: 'differs' }])
    granted(await approve(1))
    expect(await listed(owner)).toEqual([])
  })

  test('are listed on their own day once they are signed with a difference', async () => {
    granted(await count(20_000, { reason: 'Wrong change' }))
    expect(granted(await loadToday(app, owner)).cashUps).toEqual([])
    granted(await count(20_000, { version: 1, signedName: 'Nisha', reason: 'Wrong change' }))
    expect(granted(await loadToday(app, owner)).cashUps).toMatchObject([{ date: TILL_DATE, status: 'differs' }])
  })

  test('name whose cash is not counted at a till of several people, and what it should hold', async () => {
    const colleague = await staffMember(app, 'desk', [HUB])
    const readShared = async () => granted(await loadCashUps(app, desk, { location: HUB, date: TILL_DATE })).shared
    await sell('cash')
    await sell('counter_qr', colleague)
    expect(await readShared()).toEqual({
      cash: SALE,
      uncounted: [{ name: expect.any(String), isOwn: true, cash: SALE }],
    })
    await sell('cash', colleague)
    expect((await readShared())?.uncounted).toHaveLength(2)
    granted(await count(SALE + 10_000, { signedName: 'Nisha', opening: 10_000, banked: 5_000 }))
    expect(await readShared()).toMatchObject({ cash: 2 * SALE + 5_000, uncounted: [{ isOwn: false, cash: SALE }] })
    await sell('cash')
    expect(await readShared()).toMatchObject({ cash: 3 * SALE + 5_000, uncounted: [{ cash: SALE }, { cash: SALE }] })
    app.clock.advance(HOUR)
    granted(
      await count(
        0,
        { signedName: 'Asha', counted: { cash: 3 * SALE + 5_000, counter_qr: SALE, card_terminal: 0 } },
        colleague,
      ),
    )
    expect(await readShared()).toMatchObject({ cash: 3 * SALE + 5_000, uncounted: [{ isOwn: true, cash: SALE }] })
  })

  test('have no shared till where one person had money', async () => {
    await sell('cash')
    const other = await staffMember(app, 'desk', [HUB])
    for (const by of [desk, other, owner])
      expect(granted(await loadCashUps(app, by, { location: HUB, date: TILL_DATE })).shared).toBeNull()
  })

  test('that are signed are counted again by the desk on that day and the next, later by managers', async () => {
    granted(await count(0, { signedName: 'Nisha' }))
    app.now = () => kathmandu('2026-12-02', '20:00')
    expect(await read()).toMatchObject([{ canCount: true }])
    granted(await count(5_000, { version: 1, signedName: 'Nisha', reason: 'Found below the drawer' }))
    app.now = () => kathmandu('2026-12-03', '00:01')
    expect(await read()).toMatchObject([{ canCount: false }])
    const again = { version: 2, signedName: 'Nisha' }
    expect(failureOf(await count(0, again))).toMatchObject({
      code: 'forbidden',
      message: CASH_UP_MESSAGES.signedBefore,
    })
    expect(await read(owner)).toMatchObject([{ canCount: true }])
    granted(await count(0, { ...again, staffId: desk.id }, owner))
  })

  test('that were never signed are counted by the desk on any later day', async () => {
    await sell('cash')
    app.now = () => kathmandu('2026-12-09', '10:00')
    granted(await count(SALE, { signedName: 'Nisha' }))
  })

  test('are rejected for other people, locations and days, and with impossible amounts', async () => {
    await expectNothingStored(app, async () => {
      expect(codeOf(await count(0, { staffId: owner.id }))).toBe('forbidden')
      expect(codeOf(await count(0, { staffId: 'unknown' }, owner))).toBe('not_found')
      expect(codeOf(await count(0, { locationId: 'kausimaa' }))).toBe('not_found')
      expect(codeOf(await loadCashUps(app, desk, { location: 'kausimaa', date: TILL_DATE }))).toBe('not_found')
      expect(failureOf(await count(0, { date: '2026-12-02' })).message).toBe(CASH_UP_MESSAGES.future)
      expect(failureOf(await count(0, { date: 'today' })).fields).toHaveProperty('date')
      expect(failureOf(await count(0, { banked: 1 })).fields).toEqual({ banked: CASH_UP_MESSAGES.banked })
      expect(failureOf(await count(0, { signedName: '' })).fields).toEqual({ signedName: CASH_UP_MESSAGES.name })
    })
  })
})
