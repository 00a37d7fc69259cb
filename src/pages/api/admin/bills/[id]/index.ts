import { readBill } from '#contract/admin/bills.ts'
import { readBillForStaff } from '#server/bills/list.ts'
import { handleStaff, resource } from '#server/endpoint.ts'

export const ALL = resource(handleStaff(readBill, ({ app, staff, params }) => readBillForStaff(app, staff, params.id)))
