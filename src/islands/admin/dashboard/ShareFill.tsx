import type { CSSProperties } from 'react'

/** Fills a bar by `share`, from 0 to 1. */
export const ShareFill = ({ share, color }: { share: number; color: string }) => (
  <i
    className={`block h-full w-share forced-color-adjust-none forced-colors:bg-canvas-text ${color}`}
    style={{ '--v': share } as CSSProperties}
  />
)
