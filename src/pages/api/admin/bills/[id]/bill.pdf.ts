import { downloadBill } from '#contract/admin/bills.ts'
import { renderBillForStaff } from '#server/bills/prints.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { pdfResponse } from '#server/http/response.ts'

export const ALL = resource(
  handleStaff(downloadBill, async ({ app, staff, params, input }) => {
    const pdf = await renderBillForStaff(app, staff, params.id, input.copy)
    return pdf.ok ? pdfResponse(pdf.value, `${params.id}.pdf`) : pdf
  }),
)
