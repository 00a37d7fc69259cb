import { environment } from './environment.ts'

export const readParameter = (name: string): string | undefined =>
  environment().address().searchParams.get(name) ?? undefined

/** Removes parameters that are undefined. */
export function setParameters(parameters: Readonly<Record<string, string | undefined>>): void {
  const address = environment().address()
  for (const [name, value] of Object.entries(parameters))
    if (value === undefined) address.searchParams.delete(name)
    else address.searchParams.set(name, value)
  environment().showAddress(address, 'replace')
}
