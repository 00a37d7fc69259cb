import { TEST_MODE_NOTE } from '#domain/payment.ts'
import { sandboxRoute } from '#pages/sandbox/_route.ts'
import script from '#server/payments/gateways/sandbox/khalti-checkout.js?raw'

const headers = { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' }

const note = `const TEST_MODE_NOTE = ${JSON.stringify(TEST_MODE_NOTE)}\n`

export const GET = sandboxRoute(() => new Response(note + script, { headers }))
