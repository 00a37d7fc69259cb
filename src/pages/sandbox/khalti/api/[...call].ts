import type { APIRoute } from 'astro'
import { getApp } from '#server/open-app.ts'

export const prerender = false

/** Khalti's API, as the stand-in answers it. */
export const ALL: APIRoute = async ({ request }) => {
  const { sandbox } = await getApp()
  return sandbox ? sandbox.khalti.respond(request) : new Response(null, { status: 404 })
}
