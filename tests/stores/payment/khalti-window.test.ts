import { afterEach, describe, expect, test, vi } from 'vitest'
import { paisa } from '#domain/money.ts'
import { waitFor } from '../../support/wait-for.ts'
import { ID, openPayer } from './payer.ts'

const SETTINGS = {
  kind: 'khalti_window' as const,
  script: 'https://khalti.example/checkout.js',
  publicKey: 'a_public',
  productIdentity: ID,
  productName: 'Booking BK-1',
  productUrl: 'https://chautari.example/booking',
  paymentPreference: ['KHALTI'],
  amount: paisa(1_140_000),
}
interface Config {
  eventHandler: {
    onSuccess(payload: { token: string; amount: number }): void
    onError(error: unknown): void
    onClose(): void
  }
}
afterEach(() => vi.unstubAllGlobals())

const RETURN = `/payment?payment=${ID}`
const PAID = { token: 'QUao9cqFzxPgvWJNi9aKac', amount: 1_140_000 }
const RETURN_PAID = `${RETURN}&token=${PAID.token}&amount=${PAID.amount}`

/** Opens the window with a fake script that exposes its configuration. */
async function openWindow({ loads = true, leaves = false } = {}) {
  const { page } = await openPayer()
  const [navigations, loaded, shown]: [string[], string[], unknown[]] = [[], [], []]
  let config: (Config & Record<string, unknown>) | undefined
  page.replaceEnvironment({
    navigate: (url) => void navigations.push(url),
    loadScript: async (address) => {
      loaded.push(address)
      if (!loads) throw new Error('blocked')
      vi.stubGlobal(
        'KhaltiCheckout',
        class {
          constructor(settings: Config & Record<string, unknown>) {
            config = settings
          }
          show = (options: unknown) => void shown.push(options)
        },
      )
    },
  })
  const { openKhaltiWindow } = await import('#stores/payment/khalti-window.ts')
  page.$screen.set({ state: 'pending', paymentId: ID, view: 'redirected', isQuerying: false })
  const opening = openKhaltiWindow(ID, SETTINGS, page.retryPayment)
  if (leaves) page.$screen.set({ state: 'selecting' })
  await opening
  return { page, navigations, loaded, shown, config }
}

describe('the Khalti window', () => {
  test('opens with the server’s settings, and opens the return URL with token and amount once when paid', async () => {
    const { loaded, shown, navigations, config } = await openWindow()
    const { kind: _, script, amount, ...rest } = SETTINGS
    expect(loaded).toEqual([script])
    expect(config).toMatchObject(rest)
    expect(shown).toEqual([{ amount }])
    config?.eventHandler.onSuccess(PAID)
    config?.eventHandler.onClose()
    config?.eventHandler.onError({})
    expect(navigations).toEqual([RETURN_PAID])
  })

  test.each([
    [{ detail: 'Mobile or pin invalid.' }, 'Mobile+or+pin+invalid.'],
    [{ action: 'X', message: undefined, payload: { detail: 'Wrong code.' } }, 'Wrong+code.'],
    [null, 'unknown'],
  ])('opens the return URL with the message after the error %j', async (error, message) => {
    const { navigations, config } = await openWindow()
    config?.eventHandler.onError(error)
    expect(navigations).toEqual([`${RETURN}&error=${message}`])
  })

  test('opens the return URL with an error when the script cannot be loaded', async () => {
    const { navigations } = await openWindow({ loads: false })
    expect(navigations).toEqual([`${RETURN}&error=blocked`])
  })

  test.each([true, false])('stays closed once another method was chosen (script loads: %s)', async (loads) => {
    const { page, shown, navigations } = await openWindow({ loads, leaves: true })
    expect([shown, navigations]).toEqual([[], []])
    expect(page.state()).toEqual({ state: 'selecting' })
  })

  test('ignores closing but accepts success after another attempt was started', async () => {
    const { page, navigations, config } = await openWindow()
    const other = { state: 'pending', paymentId: 'attempt-2-00000000', view: 'redirected', isQuerying: false } as const
    page.$screen.set(other)
    const { onClose, onSuccess } = config?.eventHandler ?? {}
    onClose?.()
    expect(page.state()).toBe(other)
    onSuccess?.(PAID)
    expect(navigations).toEqual([RETURN_PAID])
  })

  test('returns to the methods when closed', async () => {
    const { page, navigations, config } = await openWindow()
    config?.eventHandler.onClose()
    expect(navigations).toEqual([])
    await waitFor(() => expect(page.state()).toEqual({ state: 'selecting' }))
  })
})
