const cache = new Map<unknown, Map<string, Promise<unknown>>>()

/**
 * Caches by the identity of `of` and a name during a build, because pages share a footer and posts share images.
 * Development caches nothing.
 */
export function memoize<Value>(of: unknown, name: string, make: () => Promise<Value>): Promise<Value> {
  if (import.meta.env.DEV) return make()
  const values = cache.get(of) ?? new Map<string, Promise<unknown>>()
  const value = (values.get(name) as Promise<Value> | undefined) ?? make()
  cache.set(of, values.set(name, value))
  return value
}
