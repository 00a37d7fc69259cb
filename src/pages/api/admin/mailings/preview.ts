import { previewMailing } from '#contract/admin/mailings.ts'
import { readMailingPreview } from '#server/desk/mailings.ts'
import { handleStaff, resource } from '#server/endpoint.ts'

export const ALL = resource(handleStaff(previewMailing, ({ app, input }) => readMailingPreview(app, input)))
