import type { Env } from './env.ts'

/** Asks the host of the static pages for a new build; gives the status of its answer, null where there was none. */
export type DeployHook = () => Promise<number | null>

const PATIENCE_MS = 10_000

/** Absent where none is set. Its address opens the build to whoever knows it: it is neither logged nor shown. */
export function openDeployHook({ deployHookUrl }: Pick<Env, 'deployHookUrl'>): DeployHook | undefined {
  if (deployHookUrl === undefined) return undefined
  return async () => {
    try {
      const answer = await fetch(deployHookUrl, {
        method: 'POST',
        redirect: 'manual',
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      await answer.body?.cancel()
      return answer.status
    } catch {
      return null
    }
  }
}
