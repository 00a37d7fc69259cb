const WIDTHS = ['w-full', 'w-82/100', 'w-64/100'] as const

/** A bar with the height of the text that it replaces. */
export const SkeletonBar = ({ index }: { index: number }) => (
  <i className={`h-3.5 animate-sweep bg-sweep ${WIDTHS[index % WIDTHS.length]}`} aria-hidden="true" />
)
