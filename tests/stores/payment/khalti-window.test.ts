import { afterEach, expect, test, vi } from 'vitest'
import { Payer } from './payer.ts'

const SETTINGS = {
  kind: 'khalti_window' as const,
  script: 'https://khalti.example/checkout.js',
  publicKey: 'a_public',
  productIdentity: 'attempt-1-00000000',
  productName: 'Booking BK-1',
  productUrl: 'https://chautari.example/booking',
  paymentPreference: ['KHALTI'],
  amount: 1_140_000,
}
interface Config {
  eventHandler: {
    onSuccess(payload: { token: string; amount: number }): void
    onError(error: unknown): void
    onClose(): void
  }
}
afterEach(() => vi.unstubAllGlobals())

/** Opens the window with a script that hands its events to the test. */
async function opened({ loads = true, leaves = false } = {}) {
  const payer = new Payer()
  const page = await payer.open()
  const left: string[] = []
  const loaded: string[] = []
  const shown: unknown[] = []
  let config: (Config & Record<string, unknown>) | undefined
  const { replaceEnvironment } = await import('#stores/environment.ts')
  replaceEnvironment({
    navigate: (url) => void left.push(url),
    loadScript: async (address) => {
      loaded.push(address)
      if (!loads) throw new Error('blocked')
      vi.stubGlobal(
        'KhaltiCheckout',
        class {
          constructor(given: Config & Record<string, unknown>) {
            config = given
          }
          show = (options: unknown) => void shown.push(options)
        },
      )
    },
  })
  const { openKhaltiWindow } = await import('#stores/payment/khalti-window.ts')
  const { retryPayment } = await import('#stores/payment/start-payment.ts')
  page.$screen.set({ state: 'pending', paymentId: 'attempt-1-00000000', view: 'redirected', isQuerying: false })
  const opening = openKhaltiWindow('attempt-1-00000000', SETTINGS, retryPayment)
  if (leaves) page.$screen.set({ state: 'selecting' })
  await opening
  return { page, left, loaded, shown, config }
}

test('the script is configured as the server says, and shown with the amount in paisa', async () => {
  const { loaded, shown, config } = await opened()
  const { kind: _, script, amount, ...rest } = SETTINGS
  expect(loaded).toEqual([script])
  expect(config).toMatchObject(rest)
  expect(shown).toEqual([{ amount }])
})

test('paid, it leads to the return address with token and amount, once', async () => {
  const { left, config } = await opened()
  config?.eventHandler.onSuccess({ token: 'QUao9cqFzxPgvWJNi9aKac', amount: 1_140_000 })
  config?.eventHandler.onClose()
  config?.eventHandler.onError({})
  expect(left).toEqual(['/payment?payment=attempt-1-00000000&token=QUao9cqFzxPgvWJNi9aKac&amount=1140000'])
})

test.each([
  [{ detail: 'Mobile or pin invalid.' }, 'Mobile+or+pin+invalid.'],
  [{ action: 'X', message: undefined, payload: { detail: 'Wrong code.' } }, 'Wrong+code.'],
  [null, 'unknown'],
])('gone wrong with %j, it leads back with the sentence', async (error, sentence) => {
  const { left, config } = await opened()
  config?.eventHandler.onError(error)
  expect(left).toEqual([`/payment?payment=attempt-1-00000000&error=${sentence}`])
})

test('a script that cannot be had is gone wrong as well', async () => {
  const { left } = await opened({ loads: false })
  expect(left).toEqual(['/payment?payment=attempt-1-00000000&error=blocked'])
})

test.each([true, false])(
  'whoever chose another way meanwhile is not stood in front of (script there: %s)',
  async (loads) => {
    const { page, shown, left } = await opened({ loads, leaves: true })
    expect([shown, left]).toEqual([[], []])
    expect(page.state()).toEqual({ state: 'selecting' })
  },
)

test('closed after another try was begun, it takes nothing from that one; paid, it counts all the same', async () => {
  const { page, left, config } = await opened()
  const other = { state: 'pending', paymentId: 'attempt-2-00000000', view: 'redirected', isQuerying: false } as const
  page.$screen.set(other)
  const { onClose, onSuccess } = config?.eventHandler ?? {}
  onClose?.()
  expect(page.state()).toBe(other)
  onSuccess?.({ token: 'QUao9cqFzxPgvWJNi9aKac', amount: 1_140_000 })
  expect(left).toEqual(['/payment?payment=attempt-1-00000000&token=QUao9cqFzxPgvWJNi9aKac&amount=1140000'])
})

test('closed, it leads back to choosing', async () => {
  const { page, left, config } = await opened()
  config?.eventHandler.onClose()
  expect(left).toEqual([])
  await vi.waitFor(() => expect(page.state()).toEqual({ state: 'selecting' }))
})
