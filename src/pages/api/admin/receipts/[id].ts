import { downloadReceiptImage } from '#contract/admin/payments.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { imageResponse } from '#server/http/response.ts'
import * as receipts from '#server/payments/receipts.ts'

export const ALL = resource(
  handleStaff(downloadReceiptImage, async ({ app, staff, params }) => {
    const found = await receipts.openReceiptImage(app, staff, params.id)
    return found.ok ? imageResponse(found.value.image, `receipt-${found.value.bookingId}.jpg`) : found
  }),
)
