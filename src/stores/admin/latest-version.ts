/** Answers and news overtake each other: what is known of a thing gives way to no older state of it. */
export const pickLatestVersion = <Thing extends { version: number }>(known: Thing, come: Thing): Thing =>
  known.version > come.version ? known : come
