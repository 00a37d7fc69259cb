import type { ComponentProps, ReactNode } from 'react'

interface Props extends ComponentProps<'details'> {
  title: string
  /** Shows only the content, for `open`. */
  untitled?: boolean
  children: ReactNode
}

/** Content that a plus sign opens. */
export const Disclosure = ({ title, untitled, children, ...details }: Props) => (
  <details className="group border-line-2 border-y" {...details}>
    <summary
      className="flex min-h-13 cursor-pointer list-none flex-row-reverse items-center justify-between py-3 font-med marker:hidden before:text-4 before:text-brick before:content-plus hover:text-brick group-open:before:content-minus"
      hidden={untitled}
    >
      {title}
    </summary>
    {children}
  </details>
)
