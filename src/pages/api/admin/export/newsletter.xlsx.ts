import { exportSubscribersWorkbook } from '#contract/admin/exports.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { workbookResponse } from '#server/http/response.ts'
import { writeSubscribersWorkbook } from '#server/messages/newsletter-export.ts'

export const ALL = resource(
  handleStaff(exportSubscribersWorkbook, async ({ app, staff }) =>
    workbookResponse(await writeSubscribersWorkbook(app, staff), 'newsletter.xlsx'),
  ),
)
