import { sandboxRoute } from '#pages/sandbox/_route.ts'

export const ALL = sandboxRoute(({ khalti }, { request }) => khalti.respond(request))
