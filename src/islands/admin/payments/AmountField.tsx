import { Field } from '#islands/ui/Field.tsx'

interface Props {
  id: string
  label: string
  error: string | undefined
  /** Rupees, as they were typed. */
  value: string
  onChange: (rupees: string) => void
}

/** Money that staff type. */
export const AmountField = ({ value, onChange, ...field }: Props) => (
  <Field {...field}>
    {(control) => (
      <input
        {...control}
        inputMode="decimal"
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
)
