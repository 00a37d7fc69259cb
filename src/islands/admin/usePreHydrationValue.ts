import { type RefObject, useEffect, useRef } from 'react'
import { useHydrated } from '#islands/ui/useHydrated.ts'

/**
 * A control of the static page stands there before its script: what was typed or chosen until then counts. Gives where
 * it stands: the control itself, or what is around its radio buttons.
 */
export function usePreHydrationValue<Control extends HTMLElement>(
  value: string,
  onChange: (value: string) => void,
): RefObject<Control | null> {
  const control = useRef<Control>(null)
  const isAwake = useHydrated()
  useEffect(() => {
    const early = isAwake ? value : readControlValue(control.current)
    if (early !== value) onChange(early)
  }, [])
  return control
}

function readControlValue(control: HTMLElement | null): string {
  if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) return control.value
  return control?.querySelector<HTMLInputElement>('input:checked')?.value ?? ''
}
