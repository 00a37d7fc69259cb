/** Settles as `work`, or rejects with `message` after so many milliseconds. */
export async function withTimeout<Value>(milliseconds: number, work: Promise<Value>, message: string): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(message)), milliseconds)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
