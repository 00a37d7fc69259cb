import style from './chat.css?url'

// This comes when the launcher is touched: the panel and its style are asked for side by side, before it is pressed.
const panel = import('./panel.tsx')
const dressed = dress()
// Whoever presses is told of what did not come; whoever only passed by is not.
panel.catch(() => {})

let isOpen = false

/** Opens the panel beside `opener`, to which the focus goes back when it is closed; without the panel, what it leads to. */
export async function openAssistant(opener: HTMLAnchorElement, name: string): Promise<void> {
  if (isOpen) return
  isOpen = true
  const place = document.createElement('div')
  opener.setAttribute('aria-expanded', 'true')
  try {
    const [{ showPanel }] = await Promise.all([panel, dressed])
    opener.after(place)
    showPanel(place, name, () => {
      isOpen = false
      place.remove()
      opener.setAttribute('aria-expanded', 'false')
      opener.focus()
    })
  } catch {
    // Whoever comes back by the browser's own way finds this page as it was left.
    isOpen = false
    opener.setAttribute('aria-expanded', 'false')
    location.assign(opener.href)
  }
}

/** The panel's style comes with the panel: no page carries it before somebody asks. */
function dress(): Promise<unknown> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: style })
  document.head.append(link)
  return new Promise((done) => {
    link.onload = done
    // Undressed it can still be read.
    link.onerror = done
  })
}
