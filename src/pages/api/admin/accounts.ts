import { readAccounts } from '#contract/admin/accounts.ts'
import { loadAccounts } from '#server/accounting/report.ts'
import { handleStaff, resource } from '#server/endpoint.ts'

export const ALL = resource(handleStaff(readAccounts, ({ app, staff, input }) => loadAccounts(app, staff, input)))
