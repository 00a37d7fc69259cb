import { sandboxRoute } from '#pages/sandbox/_route.ts'

export const GET = sandboxRoute(async ({ esewa }, { url }) =>
  Response.json(await esewa.status(url.searchParams), { headers: { 'cache-control': 'no-store' } }),
)
