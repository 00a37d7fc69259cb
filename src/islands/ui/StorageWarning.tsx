import { useStore } from '@nanostores/react'
import { WITHOUT_SERVER } from '#stores/edition.ts'
import { ledger } from '#stores/ledger/index.ts'
import { Note } from './Note.tsx'

/** Browser edition: warns before data is entered that the browser will not store. */
export function StorageWarning({ className = '' }: { className?: string }) {
  const unsavedKeys = useStore(ledger.unsavedKeys, { ssr: 'initial' })
  // A build constant, which removes the text from the other edition's script.
  if (!WITHOUT_SERVER || unsavedKeys.length === 0) return null
  return (
    <Note className={`note-warm ${className}`} role="status">
      <b>Your browser does not save this.</b> Its storage is blocked or full, so the bookings, memberships and prices of
      this demo are deleted when you close this tab or leave this page.
    </Note>
  )
}
