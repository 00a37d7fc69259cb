import { createRoot } from 'react-dom/client'
import { ChatPanel } from './ChatPanel.tsx'

/** Draws the panel into an empty element; `closed` is called once it is gone from there. */
export function showPanel(place: HTMLElement, name: string, closed: () => void): void {
  const root = createRoot(place)
  const close = () => {
    root.unmount()
    closed()
  }
  root.render(<ChatPanel name={name} closed={close} />)
}
