import type { ReactNode } from 'react'

/** Facts by term; empty ones are not shown. */
export const Facts = ({ className, facts }: { className: string; facts: Readonly<Record<string, ReactNode>> }) => (
  <dl className={className}>
    {Object.entries(facts).map(
      ([term, fact]) =>
        fact && (
          <div key={term}>
            <dt>{term}</dt>
            <dd className="num">{fact}</dd>
          </div>
        ),
    )}
  </dl>
)
