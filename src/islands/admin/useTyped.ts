import { useState } from 'react'
import { forgetTyped, keepTyped, typedIn } from '#stores/admin/typed.ts'

/** What stands in a form, as state that outlives the session and the page (`stores/admin/typed.ts`). */
export function useTyped<Value>(form: string, empty: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => typedIn<Value>(form) ?? empty)
  return [
    value,
    (value) => {
      if (value === empty) forgetTyped(form)
      else keepTyped(form, value)
      setValue(value)
    },
  ]
}
