import { environment } from '../../environment.ts'

export const readParameter = (name: string): string | undefined =>
  environment().address().searchParams.get(name) ?? undefined

/** What is chosen on the screen stands in the address, so that it survives a reload; what is undefined is left out. */
export function setParameters(parameters: Readonly<Record<string, string | undefined>>): void {
  const address = environment().address()
  for (const [name, value] of Object.entries(parameters))
    if (value === undefined) address.searchParams.delete(name)
    else address.searchParams.set(name, value)
  environment().showAddress(address, 'replace')
}
