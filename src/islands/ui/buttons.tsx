import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

type ButtonProps = ComponentProps<'button'>

/** `busy` buttons are announced as disabled but keep the focus. */
const createButton = (className: string) =>
  function StyledButton({ busy, ...button }: ButtonProps & { busy?: boolean | undefined }) {
    return <button type="button" className={className} aria-disabled={busy || undefined} {...button} />
  }

export const Button = createButton('button')
export const SmallButton = createButton('button button-small')
export const SecondaryButton = createButton('button button-quiet')
/** The secondary button of the staff area. */
export const QuietButton = createButton('button button-quiet button-small')
export const LinkButton = createButton('link')

/** Shows only its icon; screen readers read `label` or the `aria-label`. */
export const IconButton = ({ icon: Icon, label, ...button }: ButtonProps & { icon: LucideIcon; label?: string }) => (
  <button type="button" className="icon-button" {...button}>
    <Icon className="icon" />
    {label && <span className="visually-hidden">{label}</span>}
  </button>
)
