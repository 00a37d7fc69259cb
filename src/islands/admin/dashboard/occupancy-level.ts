const NEARLY_FULL_SHARE = 0.85

export function getOccupancyLevel(taken: number, seats: number): 'some' | 'high' | 'full' {
  if (taken >= seats) return 'full'
  return taken >= seats * NEARLY_FULL_SHARE ? 'high' : 'some'
}
