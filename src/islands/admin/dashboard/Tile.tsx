import type { ReactNode } from 'react'

interface TileProps {
  term: ReactNode
  value: ReactNode
  className?: string
  /** A number's context, in a line below it. */
  children: ReactNode
}

export const Tile = ({ term, value, className = '', children }: TileProps) => (
  <div className={`admin-figure ${className}`.trim()}>
    <dt>{term}</dt>
    <dd className="num">{value}</dd>
    <dd className="mute">{children}</dd>
  </div>
)
