import type { ReactNode } from 'react'

interface Props {
  id: string
  title: string
  children: ReactNode
}

/** A titled part of the booking's drawer. */
export const BookingPart = ({ id, title, children }: Props) => (
  <section className="mt-5 border-line-2 border-t pt-3.5" aria-labelledby={id}>
    <h3 id={id} className="stretch-name font-strong text-body">
      {title}
    </h3>
    {children}
  </section>
)
