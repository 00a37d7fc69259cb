import { changeName, readAccount } from '#contract/admin/account.ts'
import { onStaff, resource } from '#server/endpoint.ts'
import * as account from '#server/staff/account.ts'

export const prerender = false

export const ALL = resource(
  onStaff(readAccount, ({ app, staff }) => account.readAccount(app, staff)),
  onStaff(changeName, ({ app, staff, input }) => account.changeName(app, staff, input.name)),
)
