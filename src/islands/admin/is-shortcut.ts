import { $shortcutsEnabled } from '#stores/admin/keyboard-shortcuts.ts'

export function isShortcut({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  const element = target instanceof Element ? target : document.body
  const isTyping = element.closest('input, select, textarea, dialog, [contenteditable]') !== null
  return $shortcutsEnabled.get() && !(ctrlKey || metaKey || altKey || defaultPrevented || isTyping)
}
