/** From this share of the seats on a day is nearly full. */
const HIGH = 0.85

export function levelOf(taken: number, seats: number): 'some' | 'high' | 'full' {
  if (taken >= seats) return 'full'
  return taken >= seats * HIGH ? 'high' : 'some'
}
