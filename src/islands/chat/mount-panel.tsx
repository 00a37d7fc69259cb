import { createRoot } from 'react-dom/client'
import { ChatPanel } from './ChatPanel.tsx'

/** Draws the panel into an empty element; `closed` is called once it is gone from there, `failed` after an error. */
export function mountPanel(place: HTMLElement, name: string, closed: () => void, failed: () => void): void {
  const root = createRoot(place, {
    onUncaughtError: (error) => {
      console.error(error)
      failed()
    },
  })
  const close = () => {
    root.unmount()
    closed()
  }
  root.render(<ChatPanel name={name} onClose={close} />)
}
