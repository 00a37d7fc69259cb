/** The figures of the public pages by the prices of now, by their names. A refusal is JSON too and names none. */
export const fetchShownPrices = async (): Promise<Record<string, string>> => (await fetch('/api/prices/figures')).json()
