import { listTours } from '#contract/admin/tours.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { readTourList } from '#server/tours/list.ts'

export const ALL = resource(handleStaff(listTours, ({ app, staff, input }) => readTourList(app, staff, input)))
