import { describe, expect, test } from 'vitest'
import { verifyKhalti } from '#contract/khalti.ts'
import { paisa } from '#domain/money.ts'
import type { KhaltiChoice } from '#server/payments/gateways/sandbox/khalti-outcome.ts'
import { rows, useApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { bookingRow, dayPass, order } from '../support/orders.ts'
import { paymentRow, started, verified } from '../support/payments.ts'
import { call, rejected } from '../support/requests.ts'

describe.each(ENGINES)('Khalti’s older API on %s', (engine) => {
  const app = useApp(engine, { env: { KHALTI_API: 'v1' } })

  const start = (sent = order()) => started(app, sent, 'khalti')
  /** Pays as Khalti's window on the page does, and returns the token. */
  const tokenFor = async (amount: number, choice: KhaltiChoice = 'pay'): Promise<string> => {
    const khalti = app.sandbox?.khalti
    if (!khalti) throw new Error('there is no sandbox')
    const { pidx } = await khalti.open({ orderId: 'x', orderName: 'x', returnUrl: app.env.siteUrl }, paisa(amount))
    await khalti.decide(pidx, choice)
    return pidx
  }
  const verify = (token: string, amount: number, paymentId: string) =>
    call(verifyKhalti, { body: { token, amount, paymentId } })

  test('confirms the booking once after Completed, and returns the same for a repeated call', async () => {
    const { paymentId, bookingId, amount } = await start()
    const token = await tokenFor(amount)
    const verdict = await verify(token, amount, paymentId)
    expect(verdict).toEqual({ state: { name: 'Completed' }, idx: expect.stringMatching(/^\S{22}$/) })
    expect(await verify(token, amount, paymentId)).toEqual(verdict)
    expect(await bookingRow(app, bookingId)).toMatchObject({ state: 'confirmed' })
    expect(await paymentRow(app, paymentId)).toMatchObject({ state: 'confirmed', provider_reference: verdict.idx })
    expect(await rows(app.db.read, 'memberships')).toHaveLength(1)
  })

  test('ignores the amount that is sent', async () => {
    const { paymentId, amount } = await start()
    expect(await verify(await tokenFor(amount), 1, paymentId)).toMatchObject({ state: { name: 'Completed' } })
    const { paymentId: other } = await start()
    expect(await verify(await tokenFor(1_000), 1_000, other)).toEqual({ state: { name: 'pending' }, idx: '' })
  })

  test.each<[KhaltiChoice, string]>([
    ['hold', 'pending'],
    ['outage', 'pending'],
    ['altered', 'mismatch'],
    ['failed', 'failed'],
  ])('returns for the choice %s the state %s', async (choice, name) => {
    const { paymentId, amount } = await start()
    expect(await verify(await tokenFor(amount, choice), amount, paymentId)).toEqual({ state: { name }, idx: '' })
  })

  test('accepts a token for one booking only', async () => {
    const [one, two] = [await start(dayPass()), await start(dayPass())]
    const token = await tokenFor(one.amount)
    expect(await verify(token, one.amount, one.paymentId)).toMatchObject({ state: { name: 'Completed' } })
    expect(await verify(token, two.amount, two.paymentId)).toEqual({ state: { name: 'mismatch' }, idx: '' })
  })

  test('confirms a cancelled payment that is paid later, also after wrong tokens', async () => {
    const { paymentId, amount } = await start()
    expect(await verify('garbage', amount, paymentId)).toEqual({ state: { name: 'pending' }, idx: '' })
    const gatewayMessage = 'Khalti: Mobile or pin invalid.'
    expect(await verified(app, paymentId, { error: 'Mobile or pin invalid.' })).toMatchObject({
      success: false,
      state: 'cancelled',
      error: 'Payment verification failed',
      gatewayMessage,
    })
    // A later lookup without the message returns the stored reason.
    expect(await verified(app, paymentId)).toMatchObject({ gatewayMessage })
    expect(await verify(await tokenFor(amount), amount, paymentId)).toMatchObject({ state: { name: 'Completed' } })
  })

  test('bounds the message of a return address and strips line breaks and direction marks', async () => {
    const { paymentId } = await start()
    const error = `Wrong\n\u202ePIN <b>${'x'.repeat(3_000)}`
    const { gatewayMessage } = await verified(app, paymentId, { error })
    expect(gatewayMessage).toMatch(/^Khalti: Wrong PIN <b>x+$/)
    expect(gatewayMessage).toHaveLength(200)
  })

  test('rejects a token without its payment or of another method, and invalid values', async () => {
    const { paymentId } = await started(app)
    for (const attempt of [{}, { paymentId: 'unknown' }, { paymentId }])
      await rejected('not_found', verifyKhalti, { body: { token: 'x', amount: 1_000, ...attempt } })
    for (const over of [{ token: '' }, { amount: '1' }, { amount: undefined }, { amount: 1.5 }])
      await rejected('invalid', verifyKhalti, { body: { token: 'x', amount: 1, ...over } })
  })
})
