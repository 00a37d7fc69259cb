import { useRef, useState } from 'react'
import { forgetTyped, keepTyped, typedIn } from '#stores/admin/typed.ts'

/**
 * What stands in a form, as state that outlives the session and the page (`stores/admin/typed.ts`). The last gives what
 * stands there by now: somebody may have gone on typing while it was sent.
 */
export function useTyped<Value>(form: string, empty: Value): [Value, (value: Value) => void, () => Value] {
  const [value, setValue] = useState(() => typedIn<Value>(form) ?? empty)
  const newest = useRef(value)
  const set = (value: Value) => {
    newest.current = value
    if (value === empty) forgetTyped(form)
    else keepTyped(form, value)
    setValue(value)
  }
  return [value, set, () => newest.current]
}
