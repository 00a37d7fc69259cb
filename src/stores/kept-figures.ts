import { environment } from './environment.ts'

/** The figures of the public pages by the prices that this browser keeps. Most keep none: nothing more is loaded for them. */
export const figuresOfNow = async (): Promise<Record<string, string>> => {
  if (environment().storage().getItem('location_pricing') === null) return {}
  return (await import('./ledger/browser/figures.ts')).keptFigures()
}
