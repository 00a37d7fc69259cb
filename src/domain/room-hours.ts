/** The most hours that are bought with a booking for each of its days. */
export const MAX_HOURS_PER_DAY = 2

/** The most hours of one purchase. */
export const MAX_BOUGHT_HOURS = 40

/** `2 meeting-room hours` */
export function formatRoomHours(minutes: number): string {
  const hours = minutes / 60
  return `${hours} meeting-room ${hours === 1 ? 'hour' : 'hours'}`
}
