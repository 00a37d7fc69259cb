/** The most hours of one purchase. */
export const MAX_BOUGHT_HOURS = 40

/** `2 meeting-room hours` */
export function formatRoomHours(minutes: number): string {
  const hours = minutes / 60
  return `${hours} meeting-room ${hours === 1 ? 'hour' : 'hours'}`
}
