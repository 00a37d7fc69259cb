/** Instants are UTC ISO text of fixed width, so that text order is time order on both engines. */
export type Instant = string & { readonly __format: 'YYYY-MM-DDTHH:MM:SS.sssZ' }
export const instant = (milliseconds: number): Instant => new Date(milliseconds).toISOString() as Instant
