import type { APIRoute } from 'astro'
import { getApp } from '#server/open-app.ts'
import { readForm } from '#server/payments/gateways/sandbox/form.ts'

export const prerender = false

/** eSewa v1's transaction record, as the stand-in answers it: no authentication, four fields. */
export const POST: APIRoute = async ({ request }) => {
  const { sandbox } = await getApp()
  if (!sandbox) return new Response(null, { status: 404 })
  const form = await readForm(request)
  return form ? sandbox.esewaV1.transrec(form) : new Response(null, { status: 400 })
}
