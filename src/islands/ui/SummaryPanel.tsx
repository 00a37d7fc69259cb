import type { ComponentProps, ReactNode } from 'react'
import type { Paisa } from '#domain/money.ts'
import { Price } from './Price.tsx'

/** The panel beside a form with what is booked and what it costs. */
export const SummaryPanel = ({ className, children }: { className: string; children: ReactNode }) => (
  <aside
    className={`break-inside-avoid border-ledge border-t-6 bg-paper-sunk px-6 pt-5.5 pb-6 ${className}`}
    aria-label="Booking summary"
  >
    <h2 className="stretch-head mb-2.5 font-display text-3 leading-none">Your booking</h2>
    {children}
  </aside>
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
