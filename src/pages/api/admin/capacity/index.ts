import { readCapacity } from '#contract/admin/capacity.ts'
import { readLocationCapacity } from '#server/desk/capacity.ts'
import { handleStaff, resource } from '#server/endpoint.ts'

export const ALL = resource(handleStaff(readCapacity, ({ app, input }) => readLocationCapacity(app, input)))
