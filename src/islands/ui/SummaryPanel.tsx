import type { ComponentProps, ReactNode } from 'react'
import type { Paisa } from '#domain/money.ts'
import { Facts } from './Facts.tsx'
import { Price } from './Price.tsx'

/** The panel beside a form with what is booked and what it costs. */
export const SummaryPanel = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <aside
    className={`break-inside-avoid border-ledge border-t-6 bg-paper-sunk px-6 pt-5.5 pb-6 ${className}`}
    aria-label="Booking summary"
  >
    <h2 className="stretch-head mb-2.5 font-display text-3 leading-none">Your booking</h2>
    {children}
  </aside>
)

/** Each line divides its own width: a long date beside one term does not break the other terms. */
export const SummaryFacts = ({
  className = '',
  facts,
}: { className?: string } & Pick<ComponentProps<typeof Facts>, 'facts'>) => (
  <Facts
    className={`key-values grid-cols-1 *:grid *:grid-cols-1fr-auto **:border-line-2 ${className}`}
    factClass="max-tiny:whitespace-normal"
    facts={facts}
  />
)

export const Total = ({ amount, ...paragraph }: ComponentProps<'p'> & { amount: Paisa }) => (
  <>
    <p
      className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 pt-4.5 *:last:text-total"
      {...paragraph}
    >
      <span className="font-strong">Total</span>
      <Price amount={amount} />
    </p>
    <p className="hint mt-1.5">Includes all taxes and fees</p>
  </>
)
