import type { Env } from '../env.ts'
import { outbound } from '../http/outbound.ts'

/** Requests a build of the static pages; resolves to the response status, or null without a response. */
export type DeployHook = () => Promise<number | null>

/** Undefined if not configured. The URL is a secret: it is neither logged nor shown. */
export function openDeployHook({ deployHookUrl }: Pick<Env, 'deployHookUrl'>): DeployHook | undefined {
  if (deployHookUrl === undefined) return undefined
  return async () => {
    try {
      const { status } = await outbound(deployHookUrl, { method: 'POST' })
      return status
    } catch {
      return null
    }
  }
}
