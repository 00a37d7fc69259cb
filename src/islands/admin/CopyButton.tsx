import { type ReactNode, useState } from 'react'
import { QuietButton } from '#islands/ui/buttons.tsx'
import { environment } from '#stores/environment.ts'

export function CopyButton({ text, children }: { text: string; children: ReactNode }) {
  const [status, setStatus] = useState('')
  const copy = async () =>
    setStatus(
      (await environment().copy(text)) ? 'Copied' : 'Your browser blocked copying. Select the text and copy it.',
    )
  return (
    <>
      <QuietButton onClick={() => void copy()}>{children}</QuietButton>
      <p role="status">{status}</p>
    </>
  )
}
