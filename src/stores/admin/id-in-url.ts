import { environment } from '../environment.ts'

const PARAMETER = 'open'

/** Id of the booking or membership that the address names. */
export const readIdFromUrl = (): string | undefined => environment().address().searchParams.get(PARAMETER) ?? undefined

/** What is opened beside the list is one step of the way, whichever it is by then: Back leads to the list alone. */
export function writeIdToUrl(id: string | undefined): void {
  const before = readIdFromUrl()
  if (before === id) return
  const address = environment().address()
  if (id) address.searchParams.set(PARAMETER, id)
  else address.searchParams.delete(PARAMETER)
  environment().showAddress(address, id && !before ? 'push' : 'replace')
}
