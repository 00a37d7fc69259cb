import type { ReactNode } from 'react'

interface Props {
  className: string
  termClass?: string
  factClass?: string
  facts: Readonly<Record<string, ReactNode>>
}

/** Facts by term; empty ones are not shown. */
export const Facts = ({ className, termClass, factClass = '', facts }: Props) => (
  <dl className={className}>
    {Object.entries(facts).map(
      ([term, fact]) =>
        fact && (
          <div key={term}>
            <dt className={termClass}>{term}</dt>
            <dd className={`num ${factClass}`}>{fact}</dd>
          </div>
        ),
    )}
  </dl>
)
