/** The browser edition simulates card payments, so it does not load the provider. */
export const loadCardProvider = async (): Promise<null> => null
