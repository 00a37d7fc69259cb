import { beforeEach, expect, test } from 'vitest'
import type { Staff } from '#server/staff/sessions.ts'
import { approveCashUp, loadCashUps } from '#server/till/cash-ups.ts'
import { auditEntries, describeOnEachEngine, rows } from '../../support/app.ts'
import { granted } from '../../support/orders.ts'
import { atOnce, codeOf } from '../../support/outcomes.ts'
import { staffMember } from '../../support/staff-member.ts'
import { countTill, HUB, SALE, sellAtDesk, TILL_DATE } from '../../support/till.ts'

const ROUNDS = 5

describeOnEachEngine('cash-ups at the same time on %s', (app) => {
  let owner: Staff
  let desk: Staff
  beforeEach(async () => {
    owner = await staffMember(app)
    desk = await staffMember(app, 'desk', [HUB])
  })
  const readTill = async () => granted(await loadCashUps(app, desk, { location: HUB, date: TILL_DATE })).people[0]
  const readActions = async () => (await auditEntries(app)).map(({ action }) => action)

  test('keep the count of the first of two people', async () => {
    const outcomes = await Promise.all([
      countTill(app, desk, 1_000),
      countTill(app, owner, 2_000, { staffId: desk.id }),
    ])
    expect(outcomes.map(codeOf).toSorted()).toEqual(['changed_meanwhile', 'ok'])
    const [first] = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value.people[0]?.count?.counted.cash] : []))
    expect((await readTill())?.count?.counted.cash).toBe(first)
    const [later, other] = await Promise.all([
      countTill(app, desk, 3_000, { version: 1 }),
      countTill(app, owner, 4_000, { version: 1, staffId: desk.id }),
    ])
    expect([later, other].map(codeOf).toSorted()).toEqual(['changed_meanwhile', 'ok'])
    expect(await rows(app.db.read, 'cash_ups')).toMatchObject([{ version: 2 }])
    expect(await readActions()).toEqual(['cash_counted', 'cash_counted'])
  })

  test('are signed and approved once', async () => {
    const sign = { signedName: 'Nisha Gurung', reason: 'Wrong change' }
    const signed = await atOnce(3, () => countTill(app, desk, 20_000, sign))
    expect(signed.map(codeOf).toSorted()).toEqual(['changed_meanwhile', 'changed_meanwhile', 'ok'])
    const till = { locationId: HUB, date: TILL_DATE, staffId: desk.id, version: 1 }
    const approved = await atOnce(3, () => approveCashUp(app, owner, till))
    expect(approved.map(codeOf).toSorted()).toEqual(['changed_meanwhile', 'changed_meanwhile', 'ok'])
    expect(await readActions()).toEqual(['cash_signed', 'cash_approved'])
  })

  test('count a payment that is recorded during the signature, or are changed by it', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { version = 0, expected } = (await readTill()) ?? {}
      const before = expected?.cash ?? 0
      const [, signed] = await Promise.all([
        sellAtDesk(app, desk, 'cash'),
        countTill(app, desk, before, { version, signedName: 'Nisha Gurung' }),
      ])
      // Counted after the payment, the cash is short, which needs a reason.
      expect(codeOf(signed)).toMatch(/^(ok|invalid)$/)
      expect(await readTill()).toMatchObject({
        status: round === 0 && !signed.ok ? 'open' : 'changed',
        expected: { cash: before + SALE },
      })
      const { version: now = 0 } = (await readTill()) ?? {}
      granted(await countTill(app, desk, before + SALE, { version: now, signedName: 'Nisha Gurung' }))
      expect(await readTill()).toMatchObject({ status: 'signed' })
    }
  })
})
