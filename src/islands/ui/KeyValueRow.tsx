import type { ReactNode } from 'react'

/** One fact in a list of `key-values`. */
export function KeyValueRow({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd className="num">{children}</dd>
    </div>
  )
}
