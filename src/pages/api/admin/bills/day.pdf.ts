import { printBillsOfDay } from '#contract/admin/bills.ts'
import { printDay } from '#server/bills/prints.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { pdfResponse } from '#server/http/response.ts'

export const ALL = resource(
  handleStaff(printBillsOfDay, async ({ app, staff, input }) => {
    const pdf = await printDay(app, staff, input)
    return pdf.ok ? pdfResponse(pdf.value, `bills-${input.location}-${input.date}.pdf`) : pdf
  }),
)
