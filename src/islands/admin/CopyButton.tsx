import { type ReactNode, useState } from 'react'
import { environment } from '#stores/environment.ts'

/** Puts a text on the clipboard, and says whether the browser let it. */
export function CopyButton({ text, children }: { text: string; children: ReactNode }) {
  const [said, setSaid] = useState('')
  const copy = async () =>
    setSaid((await environment().copy(text)) ? 'Copied' : 'This browser does not let us: mark the text and copy it')
  return (
    <>
      <button type="button" className="button button-quiet button-small" onClick={() => void copy()}>
        {children}
      </button>
      <p role="status">{said}</p>
    </>
  )
}
