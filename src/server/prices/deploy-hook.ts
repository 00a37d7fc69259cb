import type { Env } from '../env.ts'
import { outbound } from '../outbound.ts'

/** Asks the host of the static pages for a new build; gives the status of its answer, null where there was none. */
export type DeployHook = () => Promise<number | null>

/** Absent where none is set. Its address opens the build to whoever knows it: it is neither logged nor shown. */
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
