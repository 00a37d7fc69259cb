import { fail } from '#contract/failure.ts'
import { reportReceiptReading, sendReceipt } from '#contract/receipts.ts'
import { FILE_PROBLEMS, MAX_RECEIPT_BYTES } from '#domain/receipt/receipt.ts'
import { handle, resource } from '#server/endpoint.ts'
import { readFile } from '#server/http/body.ts'
import { findOwnPayment, recordReading, saveReceipt } from '#server/payments/receipts.ts'
import { getNetwork } from '#server/throttle/address.ts'
import { throttle } from '#server/throttle/in-process.ts'

const ERROR_MESSAGES = {
  too_large: FILE_PROBLEMS.too_large,
  unsupported_type: FILE_PROBLEMS.not_an_image,
} as const

export const ALL = resource(
  handle(sendReceipt, async ({ app, params, bearer, request, address }) => {
    // Checks the caller before the body is read.
    const payment = await findOwnPayment(app, params.id, bearer)
    if (!payment) return fail('not_found')
    const allowed = throttle('sendReceipt', payment.booking_id, app.now())
    if (!allowed.ok) return allowed
    const admitted = throttle('sendReceiptFrom', getNetwork(address), app.now())
    if (!admitted.ok) return admitted
    const file = await readFile(request, MAX_RECEIPT_BYTES)
    if (file.ok) return saveReceipt(app, payment, file.value)
    const { code } = file.failure
    return code === 'too_large' || code === 'unsupported_type' ? fail(code, { message: ERROR_MESSAGES[code] }) : file
  }),
  handle(reportReceiptReading, async ({ app, params, bearer, input }) => {
    const payment = await findOwnPayment(app, params.id, bearer)
    if (!payment) return fail('not_found')
    const allowed = throttle('reportReading', payment.booking_id, app.now())
    return allowed.ok ? recordReading(app, payment, input) : allowed
  }),
)
