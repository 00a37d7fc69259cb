import { findCustomers } from '#contract/admin/desk.ts'
import * as customers from '#server/desk/customers.ts'
import { onStaff, resource } from '#server/endpoint.ts'

export const prerender = false

export const ALL = resource(
  onStaff(findCustomers, ({ app, staff, input }) => customers.findCustomers(app, staff, input)),
)
