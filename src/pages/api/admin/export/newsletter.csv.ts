import { exportSubscribers } from '#contract/admin/exports.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { csvResponse } from '#server/http/response.ts'
import { streamSubscribersCsv } from '#server/messages/newsletter-export.ts'

export const ALL = resource(
  handleStaff(exportSubscribers, async ({ app, staff }) =>
    csvResponse(await streamSubscribersCsv(app, staff), 'newsletter.csv'),
  ),
)
