import { cancelMonthArchive } from '#contract/admin/accounts.ts'
import { cancelArchive } from '#server/accounting/months.ts'
import { handleStaff, resource } from '#server/endpoint.ts'

export const ALL = resource(handleStaff(cancelMonthArchive, ({ app, params }) => cancelArchive(app, params.id)))
