/** A call that hangs counts as unanswered after this long. */
export const PATIENCE_MS = 20_000
