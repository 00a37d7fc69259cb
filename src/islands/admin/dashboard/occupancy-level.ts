const NEARLY_FULL_SHARE = 0.85

export type OccupancyLevel = 'some' | 'high' | 'full'

export function getOccupancyLevel(taken: number, seats: number): OccupancyLevel {
  if (taken >= seats) return 'full'
  return taken >= seats * NEARLY_FULL_SHARE ? 'high' : 'some'
}
