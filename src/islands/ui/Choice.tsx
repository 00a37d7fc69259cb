import type { ComponentProps, ReactNode } from 'react'

/** Classes of controls that we draw, because browsers fill unchecked ones with grey in the dark. */
const CONTROL = 'size-5.5 flex-none appearance-none border-check forced-colors:appearance-auto'

export const RADIO = `${CONTROL} rounded-full checked:border-7 checked:border-brick-fill`

export const CHECKBOX = `${CONTROL} rounded-1 border-line-3 bg-paper-raised checked:border-brick-fill checked:bg-brick-fill checked:bg-center checked:bg-tick checked:bg-no-repeat`

interface Props extends ComponentProps<'input'> {
  /** Beside the middle of the content instead of its first line. */
  centered?: boolean
}

/** A radio button whose whole row is the target. */
export function Choice({ children, className = '', centered = false, disabled, ...radio }: Props) {
  return (
    <label
      className={`group/choice relative flex min-h-13 gap-4 rounded-2 border p-3.5 pl-5 has-checked:inset-ring-1 has-checked:inset-ring-brick-fill has-checked:inset-shadow-chosen has-checked:border-brick-fill has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2 max-380:gap-2.5 forced-colors:has-checked:border-3 forced-colors:has-checked:border-highlight ${
        disabled
          ? 'cursor-not-allowed border-line-2 bg-paper-sunk text-ink-3'
          : 'border-line-3 bg-paper-raised hover:border-ink'
      } ${centered ? 'items-center' : 'items-start'} ${className}`}
    >
      <input
        className={`${RADIO} focus-visible:outline-none ${
          disabled ? 'border-line-2' : 'border-line-3 bg-paper-raised'
        } ${centered ? '' : 'mt-0.5'}`}
        type="radio"
        disabled={disabled}
        {...radio}
      />
      {children}
    </label>
  )
}

interface TextProps {
  name: ReactNode
  size?: 'text-4' | 'text-body'
  children: ReactNode
}

export const ChoiceText = ({ name, size = 'text-4', children }: TextProps) => (
  <span className="min-w-0 flex-1">
    <b className={`block font-stretch-90% leading-tight ${size}`}>{name}</b>
    {children}
  </span>
)

export const ChoiceDetail = ({ children }: { children: ReactNode }) => (
  <span className="mt-1 block text-ink-2 text-small leading-140 group-has-disabled/choice:text-inherit">
    {children}
  </span>
)
