import { ArrowLeft } from 'lucide-react'

/** Links to the wizard's last step, which keeps the entries. */
export function BackToBooking() {
  return (
    <a
      className="inline-flex min-h-11 items-center gap-2 font-med text-ink-2 text-small no-underline hover:text-brick"
      href="/booking#step-4"
    >
      <ArrowLeft className="icon" />
      Back to booking
    </a>
  )
}
