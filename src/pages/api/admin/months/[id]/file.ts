import { downloadMonthArchive } from '#contract/admin/accounts.ts'
import { openArchive } from '#server/accounting/months.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { archiveResponse } from '#server/http/response.ts'

export const ALL = resource(
  handleStaff(downloadMonthArchive, async ({ app, staff, params }) => {
    const file = await openArchive(app, staff, params.id)
    return file.ok ? archiveResponse(file.value.stream, file.value.bytes, file.value.name) : file
  }),
)
