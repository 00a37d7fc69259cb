import { listMonthArchives, startMonthArchive } from '#contract/admin/accounts.ts'
import { readMonthArchives, startArchive } from '#server/accounting/months.ts'
import { handleStaff, resource } from '#server/endpoint.ts'

export const ALL = resource(
  handleStaff(listMonthArchives, ({ app }) => readMonthArchives(app)),
  handleStaff(startMonthArchive, ({ app, staff, input }) => startArchive(app, staff, input)),
)
