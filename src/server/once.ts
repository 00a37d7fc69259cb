/** Calls `make` at the first call, and returns its value from then on. */
export function once<Value>(make: () => Value): () => Value {
  let cached: { value: Value } | undefined
  return () => {
    cached ??= { value: make() }
    return cached.value
  }
}
