import { CalendarDays, LayoutDashboard, type LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import { Bookings } from './Bookings.tsx'
import { Dashboard } from './Dashboard.tsx'

/** What every screen is given by its page. */
export interface ScreenProps {
  /** Names of the payment methods by their id. */
  methods: Readonly<Record<string, string>>
}

/**
 * The screens of the staff area: their pages and the navigation come from this list. On small screens the first four
 * are tabs, the others stand under "More".
 */
export const SCREENS = [
  { path: '/admin', title: 'Dashboard', icon: LayoutDashboard, View: Dashboard },
  { path: '/admin/bookings', title: 'Bookings', icon: CalendarDays, View: Bookings },
] as const satisfies readonly { path: string; title: string; icon: LucideIcon; View: ComponentType<ScreenProps> }[]

export type ScreenPath = (typeof SCREENS)[number]['path']
