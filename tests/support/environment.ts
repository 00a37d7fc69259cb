import { environment } from '#stores/environment.ts'

export type Environment = ReturnType<typeof environment>

/** Replaces parts of the environment. Returns a function that restores them. */
export function replaceEnvironment(overrides: Partial<Environment>): () => void {
  const before = { ...environment() }
  Object.assign(environment(), overrides)
  return () => void Object.assign(environment(), before)
}
