import { describe, expect, test } from 'vitest'
import { verifyKhalti } from '#contract/khalti.ts'
import { paisa } from '#domain/money.ts'
import { setApp } from '#server/open-app.ts'
import { verifyAttempt } from '#server/payments/attempts.ts'
import type { KhaltiChoice } from '#server/payments/gateways/sandbox/khalti-outcome.ts'
import { rows, type TestApp, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { bookingRow, dayPass, granted, order } from '../support/orders.ts'
import { paymentRow, started } from '../support/payments.ts'
import { call, refused } from '../support/requests.ts'

describe.each(ENGINES)('Khalti’s older API on %s', (engine) => {
  let app: TestApp
  withApp(
    engine,
    (opened) => {
      app = opened
      setApp(app)
    },
    { env: { KHALTI_API: 'v1' } },
  )

  const begin = (sent = order()) => started(app, sent, 'khalti')
  /** What the window on the page does. */
  const tokenFor = async (amount: number, choice: KhaltiChoice = 'pay'): Promise<string> => {
    const khalti = app.sandbox?.khalti
    if (!khalti) throw new Error('there is no sandbox')
    const { pidx } = await khalti.open({ orderId: 'x', orderName: 'x', returnUrl: app.env.siteUrl }, paisa(amount))
    await khalti.decide(pidx, choice)
    return pidx
  }
  const ask = (token: string, amount: number, paymentId: string) =>
    call(verifyKhalti, { body: { token, amount, paymentId } })

  test('Completed confirms the booking, once, and says so again', async () => {
    const { paymentId, bookingId, amount } = await begin()
    const token = await tokenFor(amount)
    const verdict = await ask(token, amount, paymentId)
    expect(verdict).toEqual({ state: { name: 'Completed' }, idx: expect.stringMatching(/^\S{22}$/) })
    expect(await ask(token, amount, paymentId)).toEqual(verdict)
    expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'confirmed' })
    expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'confirmed', provider_reference: verdict.idx })
    expect(await rows(app.db.read, 'memberships')).toHaveLength(1)
  })

  test('the amount that is sent decides nothing', async () => {
    const { paymentId, amount } = await begin()
    expect(await ask(await tokenFor(amount), 1, paymentId)).toMatchObject({ state: { name: 'Completed' } })
    const dear = await begin()
    expect(await ask(await tokenFor(1_000), 1_000, dear.paymentId)).toEqual({ state: { name: 'pending' }, idx: '' })
  })

  test.each<[KhaltiChoice, string]>([
    ['hold', 'pending'],
    ['outage', 'pending'],
    ['altered', 'mismatch'],
    ['failed', 'failed'],
  ])('%s is %s', async (choice, name) => {
    const { paymentId, amount } = await begin()
    expect(await ask(await tokenFor(amount, choice), amount, paymentId)).toEqual({ state: { name }, idx: '' })
  })

  test('one token pays one booking', async () => {
    const [one, two] = [await begin(dayPass()), await begin(dayPass())]
    const token = await tokenFor(one.amount)
    expect(await ask(token, one.amount, one.paymentId)).toMatchObject({ state: { name: 'Completed' } })
    expect(await ask(token, two.amount, two.paymentId)).toEqual({ state: { name: 'mismatch' }, idx: '' })
  })

  test('garbage before the true token loses nothing, and what was given up is still found', async () => {
    const { paymentId, amount } = await begin()
    expect(await ask('garbage', amount, paymentId)).toEqual({ state: { name: 'pending' }, idx: '' })
    expect(granted(await verifyAttempt(app, paymentId, { error: 'Mobile or pin invalid.' }))).toMatchObject({
      success: false,
      state: 'cancelled',
      error: 'Payment verification failed',
      gatewayMessage: 'Khalti: Mobile or pin invalid.',
    })
    // Asked about again without the message, the reason is still the one of the end.
    expect(granted(await verifyAttempt(app, paymentId, {}))).toMatchObject({
      gatewayMessage: 'Khalti: Mobile or pin invalid.',
    })
    expect(await ask(await tokenFor(amount), amount, paymentId)).toMatchObject({ state: { name: 'Completed' } })
  })

  test('bounds the message of a return address and strips line breaks and direction marks', async () => {
    const { paymentId } = await begin()
    const error = `Wrong\n\u202ePIN <b>${'x'.repeat(3_000)}`
    const { gatewayMessage } = granted(await verifyAttempt(app, paymentId, { error }))
    expect(gatewayMessage).toMatch(/^Khalti: Wrong PIN <b>x+$/)
    expect(gatewayMessage).toHaveLength(200)
  })

  test('a token without its payment, or with one of another method, finds nothing', async () => {
    const { paymentId } = await started(app)
    for (const body of [
      { token: 'x', amount: 1_000 },
      { token: 'x', amount: 1_000, paymentId: 'unknown' },
      { token: 'x', amount: 1_000, paymentId },
    ])
      await refused('not_found', verifyKhalti, { body })
    for (const body of [
      { token: '', amount: 1 },
      { token: 'x', amount: '1' },
      { token: 'x' },
      { token: 'x', amount: 1.5 },
    ])
      await refused('invalid', verifyKhalti, { body })
  })
})
