import { findCustomers } from '#contract/admin/walk-ins.ts'
import * as customers from '#server/desk/search.ts'
import { handleStaff, resource } from '#server/endpoint.ts'

export const ALL = resource(
  handleStaff(findCustomers, ({ app, staff, input }) => customers.findCustomers(app, staff, input)),
)
