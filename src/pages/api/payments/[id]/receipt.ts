import { fail } from '#contract/failure.ts'
import { sendReceipt, tellReading } from '#contract/receipts.ts'
import { FILE_PROBLEMS, MAX_RECEIPT_BYTES } from '#domain/receipt.ts'
import { on, resource } from '#server/endpoint.ts'
import { readFile } from '#server/http/body.ts'
import { keepReceipt, noteReading, ownPayment } from '#server/payments/receipts.ts'
import { networkOf } from '#server/throttle/address.ts'
import { throttle } from '#server/throttle/throttle.ts'

export const prerender = false

const REFUSED = {
  too_large: FILE_PROBLEMS.too_large,
  unsupported_type: FILE_PROBLEMS.not_an_image,
} as const

export const ALL = resource(
  on(sendReceipt, async ({ app, params, bearer, request, address }) => {
    // Nothing is read of who may not send it.
    const payment = await ownPayment(app, params.id, bearer)
    if (!payment) return fail('not_found')
    const allowed = throttle('sendReceipt', payment.booking_id, app.now())
    if (!allowed.ok) return allowed
    const admitted = throttle('sendReceiptFrom', networkOf(address), app.now())
    if (!admitted.ok) return admitted
    const file = await readFile(request, MAX_RECEIPT_BYTES)
    if (file.ok) return keepReceipt(app, payment, file.value)
    const { code } = file.failure
    return code === 'too_large' || code === 'unsupported_type' ? fail(code, { message: REFUSED[code] }) : file
  }),
  on(tellReading, async ({ app, params, bearer, input }) => {
    const payment = await ownPayment(app, params.id, bearer)
    if (!payment) return fail('not_found')
    const allowed = throttle('tellReading', payment.booking_id, app.now())
    return allowed.ok ? noteReading(app, payment, input) : allowed
  }),
)
