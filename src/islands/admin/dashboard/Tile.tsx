import type { ReactNode } from 'react'

interface TileProps {
  term: ReactNode
  value: ReactNode
  className: string
  valueClass?: string
  noteClass?: string
  /** A number's context, in a line below it. */
  children: ReactNode
}

export const Tile = ({ term, value, className, valueClass = '', noteClass = '', children }: TileProps) => (
  <div className={`border-line py-4.5 pr-5 ${className}`}>
    <dt className="text-ink-3">{term}</dt>
    <dd className={`num stretch-display mt-2 font-display text-tile leading-none ${valueClass}`}>{value}</dd>
    <dd className={`mute mt-2 text-label ${noteClass}`}>{children}</dd>
  </div>
)
