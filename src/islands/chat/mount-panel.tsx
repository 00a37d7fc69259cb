import { createRoot } from 'react-dom/client'
import { openChat } from '#stores/chat/chat.ts'
import { ChatPanel } from './ChatPanel.tsx'

/** Renders the panel into an empty element. `closed` runs after it was removed, `failed` after an error. */
export function mountPanel(container: HTMLElement, name: string, onClosed: () => void, onFailed: () => void): void {
  const root = createRoot(container, {
    onUncaughtError: (error) => {
      console.error(error)
      onFailed()
    },
  })
  const close = () => {
    root.unmount()
    onClosed()
  }
  // Before the field can be typed in: its first change saves the transcript.
  openChat()
  root.render(<ChatPanel name={name} onClose={close} />)
}
