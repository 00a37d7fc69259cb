import type { ReactNode } from 'react'

/** The title of a screen, with a status or actions beside it. */
export const ScreenHead = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className="flex min-h-19 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line-2 border-b py-3 max-sm:gap-y-2">
    <ScreenTitle>{title}</ScreenTitle>
    {children}
  </div>
)

export const ScreenTitle = ({ children }: { children: string }) => (
  <h1
    className="stretch-display flex min-h-11 items-center font-display text-32 leading-none focus:outline-none"
    tabIndex={-1}
  >
    {children}
  </h1>
)
