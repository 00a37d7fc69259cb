import { environment } from '../environment.ts'

const PARAMETER = 'open'

/** Id of the booking or membership that the address names. */
export const namedInAddress = (): string | undefined => environment().address().searchParams.get(PARAMETER) ?? undefined

export function nameInAddress(id: string | undefined): void {
  if (namedInAddress() === id) return
  const address = environment().address()
  if (id) address.searchParams.set(PARAMETER, id)
  else address.searchParams.delete(PARAMETER)
  environment().showAddress(address, 'push')
}
