import { openReceipt } from '#contract/admin/receipts.ts'
import { pictureAnswer } from '#server/http/answer.ts'
import { onStaff, resource } from '#server/http/handle.ts'
import * as receipts from '#server/payments/receipts-to-check.ts'

export const prerender = false

export const ALL = resource(
  onStaff(openReceipt, async ({ app, staff, params }) => {
    const found = await receipts.openReceipt(app, staff, params.id)
    return found.ok ? pictureAnswer(found.value.picture, `receipt-${found.value.bookingId}.jpg`) : found
  }),
)
