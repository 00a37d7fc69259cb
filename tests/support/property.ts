import fc from 'fast-check'

type Arbitraries<Values extends [unknown, ...unknown[]]> = { [Index in keyof Values]: fc.Arbitrary<Values[Index]> }

/** Asserts a property for random values of the arbitraries. */
export const assertProperty = <Values extends [unknown, ...unknown[]]>(
  ...args: [...Arbitraries<Values>, (...values: Values) => void]
): void => fc.assert(fc.property(...args))
