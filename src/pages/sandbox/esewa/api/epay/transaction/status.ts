import type { APIRoute } from 'astro'
import { getApp } from '#server/open-app.ts'

export const prerender = false

/** eSewa's status call, as the stand-in answers it: no authentication, three parameters. */
export const GET: APIRoute = async ({ url }) => {
  const { sandbox } = await getApp()
  if (!sandbox) return new Response(null, { status: 404 })
  return Response.json(await sandbox.esewa.status(url.searchParams), { headers: { 'cache-control': 'no-store' } })
}
