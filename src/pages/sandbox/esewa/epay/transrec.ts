import { sandboxRoute } from '#pages/sandbox/_route.ts'
import { readForm } from '#server/payments/gateways/sandbox/form.ts'

export const POST = sandboxRoute(async ({ esewaV1 }, { request }) => {
  const form = await readForm(request)
  return form ? esewaV1.transrec(form) : new Response(null, { status: 400 })
})
