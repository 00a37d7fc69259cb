import type { APIRoute } from 'astro'
import { app } from '#server/open-app.ts'

export const prerender = false

/** Khalti's API, as the stand-in answers it. */
export const ALL: APIRoute = async ({ request }) => {
  const { sandbox } = await app()
  return sandbox ? sandbox.khalti.answer(request) : new Response(null, { status: 404 })
}
