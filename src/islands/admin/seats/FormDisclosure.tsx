import type { ReactNode } from 'react'
import { QuietButton } from '#islands/ui/buttons.tsx'
import { FormBox } from '../form/FormBox.tsx'

interface Props {
  heading: ReactNode
  button: string
  isOpen: boolean
  open: () => void
  children: ReactNode
}

/** A heading with the button that opens a form, or above the open form. */
export const FormDisclosure = ({ heading, button, isOpen, open, children }: Props) =>
  isOpen ? (
    <div className="pb-4">
      {heading}
      <FormBox>{children}</FormBox>
    </div>
  ) : (
    <div className="flex min-h-11 items-center justify-between gap-x-4 pb-2">
      {heading}
      <QuietButton aria-expanded="false" onClick={open}>
        {button}
      </QuietButton>
    </div>
  )
