import { openReceipt } from '#contract/admin/receipts.ts'
import { onStaff, resource } from '#server/endpoint.ts'
import { pictureAnswer } from '#server/http/answer.ts'
import * as receipts from '#server/payments/receipt-file.ts'

export const prerender = false

export const ALL = resource(
  onStaff(openReceipt, async ({ app, staff, params }) => {
    const found = await receipts.openReceipt(app, staff, params.id)
    return found.ok ? pictureAnswer(found.value.picture, `receipt-${found.value.bookingId}.jpg`) : found
  }),
)
