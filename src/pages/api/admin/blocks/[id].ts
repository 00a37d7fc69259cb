import { removeBlock } from '#contract/admin/capacity.ts'
import { endBlock } from '#server/desk/capacity.ts'
import { handleStaff, resource } from '#server/endpoint.ts'

export const ALL = resource(handleStaff(removeBlock, ({ app, staff, params }) => endBlock(app, staff, params.id)))
