const PLURAL = { is: 'are', was: 'were' } as const

/** `Your seat is`, or `Your seats are` for several. */
export const yourSeats = (seats: number, verb: keyof typeof PLURAL): string =>
  seats > 1 ? `Your seats ${PLURAL[verb]}` : `Your seat ${verb}`
