import { type ReactNode, useId } from 'react'

/** A change of the booking that waits for its payment. */
export function ChangeSection({ heading, children }: { heading: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section
      className="grid w-full gap-3 border-marigold border-l-3 bg-marigold-wash p-4 *:max-w-measure *:text-pretty"
      aria-labelledby={id}
    >
      <h2 className="font-strong text-4" id={id}>
        {heading}
      </h2>
      {children}
    </section>
  )
}
