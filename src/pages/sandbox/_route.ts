import type { APIContext, APIRoute } from 'astro'
import type { App } from '#server/app.ts'
import { getApp } from '#server/open-app.ts'

type Sandbox = NonNullable<App['sandbox']>
type Respond = (sandbox: Sandbox, context: APIContext, app: App) => Response | Promise<Response>

/** A route that exists in sandbox mode only. */
export const sandboxRoute =
  (respond: Respond): APIRoute =>
  async (context) => {
    const app = await getApp()
    return app.sandbox ? respond(app.sandbox, context, app) : new Response(null, { status: 404 })
  }
