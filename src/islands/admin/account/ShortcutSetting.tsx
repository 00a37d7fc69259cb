import { useStore } from '@nanostores/react'
import { $shortcutsEnabled } from '#stores/admin/keyboard-shortcuts.ts'
import { Checkbox } from '../form/fields.tsx'

/** Turns single-letter shortcuts off (WCAG 2.1.4). */
export function ShortcutSetting() {
  const on = useStore($shortcutsEnabled, { ssr: 'initial' })
  return (
    <Checkbox checked={on} onChange={(isEnabled) => $shortcutsEnabled.set(isEnabled)}>
      <b>Single-letter shortcuts</b>
      <span className="hint">
        N for a new booking; A, R, J and K in the list of payments to verify. Ctrl K always works.
      </span>
    </Checkbox>
  )
}
