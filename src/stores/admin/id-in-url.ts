import { environment } from '../environment.ts'
import { readParameter } from '../url-parameters.ts'

const PARAMETER = 'open'

export const readIdFromUrl = (): string | undefined => readParameter(PARAMETER)

/** Adds one history entry for all records opened beside the list, so that Back returns to the list. */
export function writeIdToUrl(id: string | undefined, entry?: 'push' | 'replace'): void {
  const before = readIdFromUrl()
  if (before === id) return
  const address = environment().address()
  if (id) address.searchParams.set(PARAMETER, id)
  else address.searchParams.delete(PARAMETER)
  environment().showAddress(address, entry ?? (id && !before ? 'push' : 'replace'))
}
