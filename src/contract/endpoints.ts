import type { Endpoint } from './endpoint.ts'
import * as modules from './endpoint-modules.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'access' in value

/** Every call of the API: the endpoints that the modules export. Tests iterate over this list. */
export const ENDPOINTS: readonly Endpoint[] = Object.values<object>(modules)
  .flatMap((module) => Object.values(module))
  .filter(isEndpoint)
