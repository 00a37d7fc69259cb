/** Current prices of the public pages by name. An error response is JSON without any of these names. */
export const fetchShownPrices = async (): Promise<Record<string, string>> => (await fetch('/api/prices/figures')).json()
