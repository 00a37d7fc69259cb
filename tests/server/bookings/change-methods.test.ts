import { expect, test } from 'vitest'
import { describeOnEachEngine } from '../../support/app.ts'
import { openedChange, paidAt } from '../../support/moves.ts'
import { PRICE } from '../../support/orders.ts'

describeOnEachEngine('the methods for a difference on %s', (app) => {
  test.each([
    [7_000, false],
    [50_000, true],
  ])('have cards for %d paisa: %s', async (difference, available) => {
    const booking = await paidAt(app, PRICE - difference)
    const { methods } = await openedChange(app, booking, '2026-12-20')
    expect(methods.find(({ id }) => id === 'stripe')?.available).toBe(available)
    expect(methods.find(({ id }) => id === 'esewa')?.available).toBe(true)
  })
})
