import type { PaymentNextStep } from '#contract/payments.ts'
import { environment } from '../environment.ts'
import { $screen } from './screen.ts'

type Settings = Extract<PaymentNextStep, { kind: 'khalti_window' }>

/** Khalti's script opens its own window over our page. */
type KhaltiCheckout = new (
  config: Omit<Settings, 'kind' | 'script' | 'amount'> & {
    eventHandler: {
      onSuccess(payload: { token: string; amount: number }): void
      onError(error: unknown): void
      onClose(): unknown
    }
  },
) => { show(options: { amount: number }): void }

/** Opens Khalti's v1 window. Success and error lead to the return URL, where the server verifies the payment. */
export async function openKhaltiWindow(paymentId: string, settings: Settings, onClose: () => unknown): Promise<void> {
  const { kind: _, script, amount, ...config } = settings
  const returnToPage = (parameters: Record<string, string>): void =>
    environment().navigate(`/payment?${new URLSearchParams({ payment: paymentId, ...parameters })}`)
  let isFinished = false
  const finish = (run: () => void): void => {
    if (!isFinished) run()
    isFinished = true
  }
  try {
    const page = globalThis as { KhaltiCheckout?: KhaltiCheckout }
    // Already loaded by an earlier attempt.
    if (!page.KhaltiCheckout) await environment().loadScript(script)
    // The visitor may have chosen another method while the script loaded.
    if (!isAwaited(paymentId)) return
    const { KhaltiCheckout } = page
    if (!KhaltiCheckout) throw new Error('the script has no window')
    new KhaltiCheckout({
      ...config,
      eventHandler: {
        onSuccess: ({ token, amount: paid }) => finish(() => returnToPage({ token, amount: String(paid) })),
        onError: (error) => finish(() => returnToPage({ error: getErrorMessage(error) })),
        onClose: () => isAwaited(paymentId) && finish(onClose),
      },
    }).show({ amount })
  } catch (error) {
    if (isAwaited(paymentId)) finish(() => returnToPage({ error: getErrorMessage(error) }))
  }
}

function isAwaited(paymentId: string): boolean {
  const screen = $screen.get()
  return screen.state === 'pending' && screen.paymentId === paymentId
}

/** Khalti reports its message in one of three places. */
function getErrorMessage(error: unknown): string {
  const { detail, message, payload } = (error ?? {}) as Record<string, unknown>
  const candidates = [detail, message, (payload as { detail?: unknown } | undefined)?.detail]
  return String(candidates.find((text) => typeof text === 'string') ?? 'unknown').slice(0, 200)
}
