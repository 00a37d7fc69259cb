import { changeName, readAccount } from '#contract/admin/account.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import * as account from '#server/staff/account.ts'

export const ALL = resource(
  handleStaff(readAccount, ({ app, staff }) => account.readAccount(app, staff)),
  handleStaff(changeName, ({ app, staff, input }) => account.changeName(app, staff, input.name)),
)
