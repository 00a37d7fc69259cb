import type { PaymentNextStep } from '#contract/payments.ts'
import { environment } from '../environment.ts'
import { $screen } from './screen.ts'

type Settings = Extract<PaymentNextStep, { kind: 'khalti_window' }>

/** What Khalti's script puts on the page: its own window over ours. */
type KhaltiCheckout = new (
  config: Omit<Settings, 'kind' | 'script' | 'amount'> & {
    eventHandler: {
      onSuccess(payload: { token: string; amount: number }): void
      onError(error: unknown): void
      onClose(): unknown
    }
  },
) => { show(options: { amount: number }): void }

/**
 * Opens the window of Khalti's older API. A payment leads to the return URL with token and amount, an error to the same
 * URL with the message, closing it back to the methods. Only the server decides what happened.
 */
export async function openKhaltiWindow(paymentId: string, settings: Settings, onClose: () => unknown): Promise<void> {
  const { kind: _, script, amount, ...config } = settings
  const back = (parameters: Record<string, string>): void =>
    environment().navigate(`/payment?${new URLSearchParams({ payment: paymentId, ...parameters })}`)
  let over = false
  const once = (run: () => void): void => {
    if (!over) run()
    over = true
  }
  try {
    const page = globalThis as { KhaltiCheckout?: KhaltiCheckout }
    // A script that was loaded for an earlier try is still there.
    if (!page.KhaltiCheckout) await environment().loadScript(script)
    // Whoever has gone on to another way meanwhile is not stood in front of.
    if (!isAwaited(paymentId)) return
    const { KhaltiCheckout } = page
    if (!KhaltiCheckout) throw new Error('the script has no window')
    new KhaltiCheckout({
      ...config,
      eventHandler: {
        onSuccess: ({ token, amount: paid }) => once(() => back({ token, amount: String(paid) })),
        onError: (error) => once(() => back({ error: getErrorMessage(error) })),
        onClose: () => isAwaited(paymentId) && once(onClose),
      },
    }).show({ amount })
  } catch (error) {
    if (isAwaited(paymentId)) once(() => back({ error: getErrorMessage(error) }))
  }
}

function isAwaited(paymentId: string): boolean {
  const screen = $screen.get()
  return screen.state === 'pending' && screen.paymentId === paymentId
}

/** Khalti puts its sentence in one of three places. */
function getErrorMessage(error: unknown): string {
  const { detail, message, payload } = (error ?? {}) as Record<string, unknown>
  const found = [detail, message, (payload as { detail?: unknown } | undefined)?.detail]
  return String(found.find((text) => typeof text === 'string') ?? 'unknown').slice(0, 200)
}
