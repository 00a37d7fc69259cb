import type { ScreenProps } from '../screens.ts'

export type LocationNames = ScreenProps['locations']

export const formatAssignedLocations = (workplaces: readonly string[] | null, locations: LocationNames): string =>
  workplaces?.map((id) => locations[id] ?? id).join(', ') ?? 'every location'
