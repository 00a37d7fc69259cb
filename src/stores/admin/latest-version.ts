/** Responses and events can arrive out of order. */
export const pickLatestVersion = <Item extends { version: number }>(current: Item, received: Item): Item =>
  current.version > received.version ? current : received
