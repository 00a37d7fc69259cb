import { listBills } from '#contract/admin/bills.ts'
import { readBillList } from '#server/bills/list.ts'
import { handleStaff, resource } from '#server/endpoint.ts'

export const ALL = resource(handleStaff(listBills, ({ app, staff, input }) => readBillList(app, staff, input)))
