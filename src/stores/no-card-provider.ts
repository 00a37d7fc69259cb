/** Without a server a card is simulated: nothing of its provider's is in the output. */
export const loadCardProvider = async (): Promise<null> => null
