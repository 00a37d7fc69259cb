import type { ScreenProps } from '../screens.ts'
import './people.css'

export type Places = ScreenProps['locations']

export const placeNames = (workplaces: readonly string[] | null, places: Places): string =>
  workplaces?.map((id) => places[id] ?? id).join(', ') ?? 'every location'
