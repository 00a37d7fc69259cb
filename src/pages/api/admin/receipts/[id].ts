import { downloadReceiptImage } from '#contract/admin/receipts.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { imageResponse } from '#server/http/response.ts'
import * as receipts from '#server/payments/receipt-file.ts'

export const prerender = false

export const ALL = resource(
  handleStaff(downloadReceiptImage, async ({ app, staff, params }) => {
    const found = await receipts.openReceiptImage(app, staff, params.id)
    return found.ok ? imageResponse(found.value.picture, `receipt-${found.value.bookingId}.jpg`) : found
  }),
)
