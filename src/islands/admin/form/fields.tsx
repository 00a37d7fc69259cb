import type { ComponentProps } from 'react'
import { CHECKBOX } from '#islands/ui/Choice.tsx'
import { DateInput } from '#islands/ui/DateInput.tsx'
import { Field } from '#islands/ui/Field.tsx'

export type FieldProps = Omit<ComponentProps<typeof Field>, 'children' | 'className'>
type ControlProps<Tag extends 'input' | 'textarea'> = FieldProps & Omit<ComponentProps<Tag>, keyof FieldProps>
type ControlledProps<Tag extends 'input' | 'textarea'> = Omit<ControlProps<Tag>, 'onChange'> & {
  onChange: (value: string) => void
}

/** Binds controls to the values of a form: `<TextField {...field('name')} />`. */
export const bindFields =
  <Values extends object>(
    values: Values,
    change: (changed: Partial<Values>) => void,
    errors: Readonly<Record<string, string | undefined>>,
  ) =>
  <Name extends keyof Values & string>(name: Name, errorName: string = name) => ({
    value: values[name],
    error: errors[errorName],
    onChange: (value: Values[Name]) => change({ [name]: value } as unknown as Partial<Values>),
  })

/** A labelled input; props other than the field's go to the input. */
export const InputField = ({ id, label, optional, hint, error, ...input }: ControlProps<'input'>) => (
  <Field id={id} label={label} optional={optional} hint={hint} error={error}>
    {(control) => <input {...control} {...input} />}
  </Field>
)

export const TextField = ({ onChange, ...input }: ControlledProps<'input'>) => (
  <InputField autoComplete="off" {...input} onChange={({ target }) => onChange(target.value)} />
)

export const DateField = ({
  id,
  label,
  optional,
  hint,
  error,
  ...props
}: ControlledProps<'input'> & { value: string }) => (
  <Field id={id} label={label} optional={optional} hint={hint} error={error}>
    {(control) => (
      <DateInput {...control} {...props} date={props.value} onChange={({ target }) => props.onChange(target.value)} />
    )}
  </Field>
)

export const TextAreaField = ({
  id,
  label,
  isLabelHidden = false,
  optional,
  hint,
  error,
  ...props
}: ControlledProps<'textarea'>) => (
  <Field id={id} label={label} isLabelHidden={isLabelHidden} optional={optional} hint={hint} error={error}>
    {(control) => <textarea {...control} {...props} onChange={({ target }) => props.onChange(target.value)} />}
  </Field>
)

interface SelectProps<Value extends string> extends FieldProps {
  value: Value
  /** Labels by value. */
  options: Readonly<Partial<Record<Value, string>>>
  autoFocus?: boolean
  disabled?: boolean
  onChange: (value: Value) => void
}

export const SelectField = <Value extends string>(props: SelectProps<Value>) => {
  const { value, options, autoFocus, disabled, onChange, ...field } = props
  return (
    <Field {...field}>
      {(control) => (
        <select
          {...control}
          // biome-ignore lint/a11y/noAutofocus: opened by the user
          autoFocus={autoFocus}
          disabled={disabled}
          value={value}
          onChange={({ target }) => onChange(target.value as Value)}
        >
          <Options labels={options} />
        </select>
      )}
    </Field>
  )
}

export const Options = ({ labels }: { labels: Readonly<Record<string, string | undefined>> }) =>
  Object.entries(labels).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))

interface CheckboxProps extends Pick<ComponentProps<'label'>, 'children'> {
  checked: boolean
  onChange: (checked: boolean) => void
}

export const Checkbox = ({ checked, onChange, children }: CheckboxProps) => (
  <label className="admin-check flex items-start gap-3">
    <input className={CHECKBOX} type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
    <span className="*:last:block *:last:text-label">{children}</span>
  </label>
)
