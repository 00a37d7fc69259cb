import { keptText } from './keeper.ts'

/** The figures of the public pages by the prices that this browser keeps. Most keep none: nothing more is loaded for them. */
export const figuresOfNow = async (): Promise<Record<string, string>> => {
  if (keptText('location_pricing').text === undefined) return {}
  return (await import('./ledger/browser/figures.ts')).keptFigures()
}
