import { sandboxRoute } from '#pages/sandbox/_route.ts'
import script from '#server/payments/gateways/sandbox/stripe-form.js?raw'

const headers = { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' }

export const GET = sandboxRoute(() => new Response(script, { headers }))
