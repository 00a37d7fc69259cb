import { publish, readPublishing } from '#contract/admin/publishing.ts'
import { onStaff, resource } from '#server/endpoint.ts'
import { publish as orderBuild, readPublishing as stateOfPublishing } from '#server/prices/publishing.ts'

export const prerender = false

export const ALL = resource(
  onStaff(readPublishing, ({ app }) => stateOfPublishing(app)),
  onStaff(publish, ({ app, staff }) => orderBuild(app, staff)),
)
