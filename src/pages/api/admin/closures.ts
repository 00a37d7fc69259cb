import { readClosureList, saveClosures } from '#contract/admin/closures.ts'
import { readList, save } from '#server/desk/closures.ts'
import { handleStaff, resource } from '#server/endpoint.ts'

export const ALL = resource(
  handleStaff(readClosureList, ({ app }) => readList(app)),
  handleStaff(saveClosures, ({ app, staff, input }) => save(app, staff, input)),
)
