import { searchAll } from '#contract/admin/search.ts'
import { search } from '#server/desk/search.ts'
import { handleStaff, resource } from '#server/endpoint.ts'

export const ALL = resource(handleStaff(searchAll, ({ app, staff, input }) => search(app, staff, input.q)))
