import type { ComponentProps } from 'react'
import { Facts } from '#islands/ui/Facts.tsx'

export const ReceiptFacts = ({ facts }: Pick<ComponentProps<typeof Facts>, 'facts'>) => (
  <Facts
    className="key-values max-tiny:grid-cols-1"
    termClass="max-tiny:border-0 max-tiny:pb-0"
    factClass="whitespace-normal max-tiny:pt-0.5 max-tiny:text-left"
    facts={facts}
  />
)
