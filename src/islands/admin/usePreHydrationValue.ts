import { type RefObject, useEffect, useRef } from 'react'
import { useHydrated } from '#islands/ui/useHydrated.ts'

/** Applies a value entered before hydration. The ref is the control, or the parent of its radio buttons. */
export function usePreHydrationValue<Control extends HTMLElement>(
  value: string,
  onChange: (value: string) => void,
): RefObject<Control | null> {
  const control = useRef<Control>(null)
  const isHydrated = useHydrated()
  useEffect(() => {
    const current = isHydrated ? value : readControlValue(control.current)
    if (current !== value) onChange(current)
  }, [])
  return control
}

function readControlValue(control: HTMLElement | null): string {
  if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) return control.value
  return control?.querySelector<HTMLInputElement>('input:checked')?.value ?? ''
}
