import type { ComponentProps } from 'react'
import { Facts } from '#islands/ui/Facts.tsx'

/** Facts in a drawer; an address or a company can be longer than a line. */
export const DrawerFacts = ({ facts }: Pick<ComponentProps<typeof Facts>, 'facts'>) => (
  <Facts
    className="my-4 links:inline-block links:min-h-6 border-ledge border-t-2 *:flex *:justify-between *:gap-4 *:border-line *:border-b *:py-1.75"
    termClass="flex-none text-ink-3"
    factClass="min-w-0 whitespace-normal text-right wrap-anywhere"
    facts={facts}
  />
)
