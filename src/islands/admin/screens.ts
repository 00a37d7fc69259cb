import {
  Armchair,
  BanknoteArrowUp,
  Calculator,
  CalendarCheck,
  CalendarDays,
  CalendarOff,
  CircleUser,
  DoorOpen,
  Footprints,
  Hourglass,
  IdCard,
  Landmark,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  MailWarning,
  ReceiptText,
  ScrollText,
  Tag,
  Users,
} from 'lucide-react'
import type { AddOn } from '#domain/catalogue.ts'
import type { FiscalYear } from '#domain/fiscal-year.ts'
import type { Role } from '#domain/staff.ts'
import type { Seller } from '#islands/ui/PrintedSeller.tsx'
import { WITHOUT_SERVER } from '#stores/edition.ts'

/** Of the screens without a tab, on small screens. */
export const SCREEN_GROUPS = ['Front desk', 'Money', 'Set-up'] as const

interface ScreenEntry {
  path: string
  group?: (typeof SCREEN_GROUPS)[number]
  title: string
  icon: LucideIcon
  role: Role
  within?: string
  server?: true
}

/**
 * In the order of the navigation; on small screens the first four are tabs, and the others are in their groups.
 * `within` hides an entry from it.
 */
export const SCREENS = [
  { path: '/admin', title: 'Dashboard', icon: LayoutDashboard, role: 'desk' },
  { path: '/admin/bookings', title: 'Bookings', icon: CalendarDays, role: 'desk' },
  // A condition instead of a filter, so that the browser edition contains nothing of these screens.
  ...(WITHOUT_SERVER
    ? []
    : ([
        { path: '/admin/day-sheet', title: 'Day sheet', icon: CalendarCheck, role: 'desk', server: true },
        { path: '/admin/payments', title: 'Payments', icon: BanknoteArrowUp, role: 'desk', server: true },
      ] as const)),
  { path: '/admin/memberships', group: 'Front desk', title: 'Memberships', icon: IdCard, role: 'desk' },
  ...(WITHOUT_SERVER
    ? []
    : ([
        { path: '/admin/bills', group: 'Money', title: 'Bills', icon: ReceiptText, role: 'desk', server: true },
        { path: '/admin/cash-up', group: 'Money', title: 'Cash-up', icon: Calculator, role: 'desk', server: true },
        { path: '/admin/tours', group: 'Front desk', title: 'Tours', icon: Footprints, role: 'desk', server: true },
        { path: '/admin/rooms', group: 'Front desk', title: 'Rooms', icon: DoorOpen, role: 'desk', server: true },
      ] as const)),
  { path: '/admin/pricing', group: 'Set-up', title: 'Pricing', icon: Tag, role: 'manager' },
  ...(WITHOUT_SERVER
    ? []
    : ([
        {
          path: '/admin/closures',
          group: 'Set-up',
          title: 'Closed days',
          icon: CalendarOff,
          role: 'manager',
          server: true,
        },
        { path: '/admin/seats', group: 'Set-up', title: 'Seats', icon: Armchair, role: 'manager', server: true },
        {
          path: '/admin/waiting',
          group: 'Front desk',
          title: 'Waiting list',
          icon: Hourglass,
          role: 'manager',
          server: true,
        },
        { path: '/admin/accounts', group: 'Money', title: 'Accounts', icon: Landmark, role: 'manager', server: true },
        { path: '/admin/messages', group: 'Front desk', title: 'Messages', icon: Mail, role: 'manager', server: true },
        {
          path: '/admin/mails',
          title: 'Undelivered email',
          icon: MailWarning,
          role: 'manager',
          within: '/admin/messages',
          server: true,
        },
        { path: '/admin/people', group: 'Set-up', title: 'People', icon: Users, role: 'owner', server: true },
        { path: '/admin/audit', group: 'Set-up', title: 'Audit', icon: ScrollText, role: 'manager', server: true },
        // At the foot of the navigation.
        { path: '/admin/account', title: 'Your account', icon: CircleUser, role: 'desk', server: true },
      ] as const)),
] as const satisfies readonly ScreenEntry[]

export type ScreenPath = (typeof SCREENS)[number]['path']

export interface ScreenProps {
  brand: string
  seller: Seller
  /** Names by id. */
  methods: Readonly<Record<string, string>>
  locations: Readonly<Record<string, string>>
  plans: Readonly<Record<string, string>>
  /** Ids that can be booked. */
  bookable: { locations: readonly string[]; plans: readonly string[] }
  addOns: readonly AddOn[]
  fiscalYears: readonly FiscalYear[]
}
