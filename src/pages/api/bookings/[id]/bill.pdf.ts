import { readOwnBill } from '#contract/own-bills.ts'
import { renderOwnBill } from '#server/bills/own-bill-pdf.ts'
import { handle, resource } from '#server/endpoint.ts'
import { pdfResponse } from '#server/http/response.ts'

export const ALL = resource(
  handle(readOwnBill, async ({ app, params, input, bearer }) => {
    const file = await renderOwnBill(app, params.id, bearer, input)
    return file.ok ? pdfResponse(file.value.pdf, `${file.value.number}.pdf`) : file
  }),
)
