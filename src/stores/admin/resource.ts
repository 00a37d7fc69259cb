import { atom } from 'nanostores'
import type { Failure, Outcome } from '#contract/failure.ts'
import { requireSession } from './session/session.ts'

/** Reads a value that a screen shows as a whole. It remains when a later request fails. */
export function createResource<Name extends string, Value>(name: Name, load: () => Promise<Outcome<Value>>) {
  type Resource = { [Key in Name]?: Value } & { failure?: Failure }
  const $resource = atom({} as Resource)
  let latestRequest = 0

  async function read(): Promise<void> {
    const request = ++latestRequest
    const outcome = await requireSession(load())
    if (request !== latestRequest) return
    const changed = outcome.ok ? { [name]: outcome.value } : { ...$resource.get(), failure: outcome.failure }
    $resource.set(changed as Resource)
  }

  return { $resource, read }
}
