import { errorResponse } from '#server/http/response.ts'

/** Unknown API paths get JSON instead of the site's 404 page. */
export const ALL = () => errorResponse({ code: 'not_found' })
