import { errorResponse } from '#server/http/response.ts'

export const prerender = false

/** Addresses that the API does not know are answered in its own manner, not with the site's 404 page. */
export const ALL = () => errorResponse({ code: 'not_found' })
