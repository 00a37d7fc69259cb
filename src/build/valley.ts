/** The valley as the map draws it: an approximation by a few positions, in degrees. */

export type Position = readonly [latitude: number, longitude: number]

export const NORTH_WEST: Position = [27.752, 85.272]
export const DEGREES = { latitude: 0.104, longitude: 0.1 } as const
/** The space, in degrees, that a mark needs at an edge. */
const EDGE = 0.002

/** Whether the map shows a position: a location elsewhere has no mark, and no map on its page. */
export const isOnMap = ({ latitude, longitude }: { latitude: number; longitude: number }): boolean =>
  Math.abs(NORTH_WEST[0] - DEGREES.latitude / 2 - latitude) <= DEGREES.latitude / 2 - EDGE &&
  Math.abs(NORTH_WEST[1] + DEGREES.longitude / 2 - longitude) <= DEGREES.longitude / 2 - EDGE

export const RING_ROAD: readonly Position[] = [
  [27.6933, 85.2816],
  [27.7168, 85.2816],
  [27.7343, 85.3025],
  [27.7349, 85.3136],
  [27.7418, 85.3327],
  [27.7401, 85.3372],
  [27.7172, 85.3466],
  [27.7078, 85.3437],
  [27.7, 85.3535],
  [27.6787, 85.3494],
  [27.6667, 85.3322],
  [27.6586, 85.3247],
  [27.662, 85.312],
  [27.6672, 85.3065],
  [27.6846, 85.2965],
  [27.6933, 85.2816],
]

const BAGMATI: readonly Position[] = [
  [27.742, 85.372],
  [27.7115, 85.3575],
  [27.7045, 85.3475],
  [27.6805, 85.3325],
  [27.688, 85.318],
  [27.6905, 85.303],
  [27.683, 85.2935],
  [27.657, 85.2915],
  [27.648, 85.2975],
]
const BISHNUMATI: readonly Position[] = [
  [27.752, 85.318],
  [27.735, 85.307],
  [27.7185, 85.301],
  [27.6905, 85.303],
]
const DHOBI_KHOLA: readonly Position[] = [
  [27.752, 85.3445],
  [27.724, 85.337],
  [27.71, 85.33],
  [27.683, 85.3265],
]
export const RIVERS = [BAGMATI, BISHNUMATI, DHOBI_KHOLA]

/** Names on the map, each centered on its position. */
export const NAMES: Readonly<Record<string, Position>> = {
  'Ring Road': [27.6645, 85.3475],
  Bagmati: [27.6545, 85.2815],
  Bishnumati: [27.7455, 85.3045],
  'Dhobi Khola': [27.7475, 85.3565],
}
/** Names with a mark above them. */
export const SIGHTS: Readonly<Record<string, Position>> = {
  Swayambhu: [27.7149, 85.2904],
  Boudha: [27.7215, 85.362],
  Airport: [27.6966, 85.3612],
}
