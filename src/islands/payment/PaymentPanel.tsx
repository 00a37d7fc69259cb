import type { ReactNode, Ref } from 'react'
import { PaymentSummary } from './PaymentSummary.tsx'
import { STATUS_MESSAGE_ID } from './screen-focus.ts'

interface Props {
  className?: string
  /** Shown above the heading. */
  tag?: ReactNode
  heading: string
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** One state of the payment beside the booking's summary. The heading is described by the element with `STATUS_MESSAGE_ID`. */
export function PaymentPanel({ className = '', tag, heading, headingRef, children }: Props) {
  return (
    <div className="payment-desk">
      <section className={`payment-main panel-mini ${className}`.trim()}>
        {tag}
        <h1 tabIndex={-1} aria-describedby={STATUS_MESSAGE_ID} ref={headingRef}>
          {heading}
        </h1>
        {children}
      </section>
      <PaymentSummary />
    </div>
  )
}
