const cache = new Map<unknown, Map<string, Promise<unknown>>>()

/**
 * What was made `of` the same thing before, under the same name, in the whole build. A thousand pages have one footer, and
 * posts share their pictures: made for each page anew they took half of the time of drawing it. While developing everything
 * is made anew. A picture is known by its identity: whoever asks for its address keeps its original in the built site.
 */
export function memoize<Value>(of: unknown, name: string, make: () => Promise<Value>): Promise<Value> {
  if (import.meta.env.DEV) return make()
  const others = cache.get(of) ?? new Map<string, Promise<unknown>>()
  const value = (others.get(name) as Promise<Value> | undefined) ?? make()
  cache.set(of, others.set(name, value))
  return value
}
