import { createRoot, type Root } from 'react-dom/client'
import { ChatPanel } from './ChatPanel.tsx'
import style from './chat.css?url'

let root: Root | undefined

/** Opens the panel beside `opener`, to which the focus goes back when it is closed. */
export async function openAssistant(opener: HTMLElement, name: string): Promise<void> {
  if (root) return
  const place = document.createElement('div')
  root = createRoot(place)
  opener.setAttribute('aria-expanded', 'true')
  await dressed()
  opener.after(place)
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

/** The panel's style comes with the panel: no page carries it before somebody asks. */
function dressed(): Promise<unknown> {
  if (document.querySelector(`link[href="${style}"]`)) return Promise.resolve()
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: style })
  document.head.append(link)
  return new Promise((done) => {
    link.onload = done
    // Undressed it can still be read.
    link.onerror = done
  })
}
