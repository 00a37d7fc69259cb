import { publish, readPublishing } from '#contract/admin/publishing.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { publish as orderBuild, readPublishing as stateOfPublishing } from '#server/prices/publishing.ts'

export const ALL = resource(
  handleStaff(readPublishing, ({ app }) => stateOfPublishing(app)),
  handleStaff(publish, ({ app, staff }) => orderBuild(app, staff)),
)
