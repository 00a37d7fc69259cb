import './chat.css'
import { createRoot, type Root } from 'react-dom/client'
import { ChatPanel } from './ChatPanel.tsx'

let root: Root | undefined

/** Opens the panel, which comes to the page with this file; the focus goes back to `opener` when it is closed. */
export function openAssistant(opener: HTMLElement, name: string): void {
  if (root) return
  const place = document.createElement('div')
  opener.after(place)
  opener.setAttribute('aria-expanded', 'true')
  root = createRoot(place)
  root.render(
    <ChatPanel
      name={name}
      closed={() => {
        root?.unmount()
        root = undefined
        place.remove()
        opener.setAttribute('aria-expanded', 'false')
        opener.focus()
      }}
    />,
  )
}
